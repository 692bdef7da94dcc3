// SPDX-License-Identifier: MIT
// An editor's session with `wavebreak dap` through the client that the makers of the protocol test adapters with.
'use strict';
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after } = require('node:test');

const WAIT = 240000; // ms; a limit for broken runs, nothing waits for it to pass
const need = (name) => process.env[name] || assert.fail(`${name} is not set`);

/** The line of `file` that contains `text`. */
function lineOf(file, text) {
    const line = fs.readFileSync(file, 'utf8').split('\n').findIndex((each) => each.includes(text)) + 1;
    assert.ok(line, `${file} has no '${text}'`);
    return line;
}

const editors = [];
// The adapter of a test that failed would keep this process from ending.
after(() => editors.forEach((editor) => editor._adapterProcess?.kill('SIGKILL')));

class Editor extends DebugClient {
    constructor() {
        super(need('WAVEBREAK_COMMAND'), 'dap', 'wavebreak');
        this.defaultTimeout = WAIT;
        this.printed = '';
        editors.push(this);
        this.on('output', (event) => {
            if (event.body.category === 'stdout') this.printed += event.body.output;
        });
    }

    /** As an editor that knows all of the protocol introduces itself. */
    initializeRequest() {
        return super.initializeRequest({ adapterID: 'wavebreak', clientID: 'outside', linesStartAt1: true, columnsStartAt1: true,
            pathFormat: 'path', supportsVariableType: true, supportsVariablePaging: true, supportsMemoryReferences: true,
            supportsInvalidatedEvent: true, supportsProgressReporting: true, supportsMemoryEvent: true });
    }

    /** The body of the answer to `command`. */
    async ask(command, args) {
        return (await this.customRequest(command, args)).body;
    }

    /** Sends a request that lets a wave go on; the next `stopped` event and its innermost frames. */
    async go(command, args) {
        const [stop] = await Promise.all([this.waitForEvent('stopped'), this.customRequest(command, args)]);
        return { stop: stop.body, frames: await this.frames(stop.body.threadId) };
    }

    async frames(threadId) {
        return (await this.ask('stackTrace', { threadId })).stackFrames;
    }

    /** Variables by name, of a scope or of an unfolded variable. */
    async children(variablesReference, paging = {}) {
        const list = (await this.ask('variables', { variablesReference, ...paging })).variables;
        return Object.fromEntries(list.map((each) => [each.name, each]));
    }

    async scope(frameId, name) {
        const scope = (await this.ask('scopes', { frameId })).scopes.find((each) => each.name === name);
        assert.ok(scope, `no scope ${name}`);
        return scope.variablesReference;
    }

    async value(expression, frameId, context = 'watch') {
        return (await this.ask('evaluate', { expression, frameId, context })).result;
    }

    /** Resolves once the adapter's process has ended. */
    ended() {
        return new Promise((resolve) => this._adapterProcess.once('exit', resolve));
    }
}

/** A folder that is removed when the test is over. */
function folder(t) {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), 'wavebreak-'));
    t.after(() => fs.rmSync(made, { recursive: true }));
    return made;
}

module.exports = { Editor, WAIT, folder, lineOf, need };
