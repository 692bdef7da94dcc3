// SPDX-License-Identifier: MIT
'use strict';
const assert = require('node:assert/strict');
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { Editor, WAIT, folder, lineOf, need } = require('./editor');

const grassSource = need('WAVEBREAK_GRASS_SOURCE');
const at = (text) => lineOf(grassSource, text);

test('a session on the grass sample, to its end', { timeout: WAIT }, async () => {
    const editor = new Editor();
    await editor.start();
    const first = at('uvec2 cell = gl_GlobalInvocationID.xy'), start = at('vec3 random = hash3(');
    // The blade of (37, 5) is to come out changed, and no other: the program checks it.
    const launch = { program: need('WAVEBREAK_GRASS'), args: ['--blades', '64', '--expect-changed', '37,5'], gpu: 'sim' };
    const finished = Promise.all([editor.waitForEvent('exited'), editor.waitForEvent('terminated')]);
    const stop = editor.waitForEvent('stopped');
    // No shader is there yet, so that the breakpoint is not verified at once; it is before it is hit.
    const verified = editor.waitForEvent('breakpoint');
    await editor.hitBreakpoint(launch, { path: grassSource, line: first, verified: false }, { path: grassSource, line: first },
        { line: first });
    assert.equal((await verified).body.breakpoint.verified, true);
    const threadId = (await stop).body.threadId;

    // All waves come to the first statement; only one invocation stops from here on.
    const moved = await editor.ask('setBreakpoints', { source: { path: grassSource },
        breakpoints: [{ line: start, condition: 'invocation 37,5,0' }] });
    assert.equal(moved.breakpoints[0].verified, true);
    let here = await editor.go('continue', { threadId });
    assert.equal(here.stop.reason, 'breakpoint');
    assert.deepEqual(here.stop.hitBreakpointIds, [moved.breakpoints[0].id]);
    const thread = here.stop.threadId;
    const threads = (await editor.threadsRequest()).body.threads;
    assert.equal(threads[0].id, thread);
    assert.equal(threads.filter((each) => each.name.includes('invocation (37, 5, 0)')).length, 1);
    let top = here.frames[0];
    assert.deepEqual([top.name, top.line, top.source.path], ['main', start, grassSource]);

    // Values, page by page.
    const invocation = await editor.children(await editor.scope(top.id, 'Invocation'));
    assert.equal(invocation.gl_GlobalInvocationID.value, '(37, 5, 0)');
    const pc = await editor.children((await editor.children(await editor.scope(top.id, 'Push constants'))).pc.variablesReference);
    const blades = (await editor.children(pc.grass.variablesReference)).data;
    assert.equal(blades.indexedVariables, 64 * 64);
    const page = await editor.children(blades.variablesReference, { filter: 'indexed', start: 356, count: 3 });
    assert.deepEqual(Object.keys(page), ['[356]', '[357]', '[358]']);
    assert.equal(page['[357]'].evaluateName, 'pc.grass.data[357]');
    assert.equal(await editor.value('index', top.id), '357');
    assert.equal(await editor.value('cell.x * 2u', top.id, 'hover'), '74');
    assert.equal(await editor.value('print cell', top.id, 'repl'), 'cell = (37, 5)');
    const words = await editor.completionsRequest({ text: 'fini', column: 5, frameId: top.id });
    assert.ok(words.body.targets.some((each) => each.label === 'finish'));

    // Memory: the blade before it is computed.
    const memory = (await editor.children(page['[357]'].variablesReference)).pos_bend.memoryReference;
    const written = Buffer.from(new Float32Array([1.5, -2, 0.25, 8]).buffer);
    assert.equal((await editor.ask('writeMemory', { memoryReference: memory, data: written.toString('base64') })).bytesWritten, 16);
    assert.equal((await editor.ask('readMemory', { memoryReference: memory, count: 16 })).data, written.toString('base64'));
    assert.equal(await editor.value('pc.grass.data[357].pos_bend', top.id), '(1.5, -2, 0.25, 8)');

    // In, out, over, and by one instruction.
    const names = (frames) => frames.map((each) => each.name);
    here = await editor.go('stepIn', { threadId: thread });
    assert.deepEqual([here.stop.reason, names(here.frames)], ['step', ['hash3', 'main']]);
    here = await editor.go('stepIn', { threadId: thread });
    assert.deepEqual(names(here.frames), ['pcg3d', 'hash3', 'main']);
    assert.equal(here.frames[1].line, at('uvec3 bits = pcg3d(v);'));
    assert.equal(here.frames[2].line, start);
    here = await editor.go('stepOut', { threadId: thread });
    assert.deepEqual([names(here.frames), here.frames[0].line], [['hash3', 'main'], at('return vec3(bits >> 8u)')]);
    here = await editor.go('next', { threadId: thread });
    assert.deepEqual([names(here.frames), here.frames[0].line], [['main'], start + 1]);
    top = here.frames[0];
    const pcThen = top.instructionPointerReference;
    const listing = (await editor.disassembleRequest({ memoryReference: pcThen, instructionCount: 4 })).body.instructions;
    assert.deepEqual([listing.length, listing[0].address], [4, pcThen]);
    here = await editor.go('next', { threadId: thread, granularity: 'instruction' });
    assert.equal(here.frames[0].instructionPointerReference, listing[1].address);
    here = await editor.go('next', { threadId: thread });
    top = here.frames[0];

    // A change that the program sees.
    const locals = await editor.scope(top.id, 'Locals');
    const uv = (await editor.children(locals)).uv;
    const invalidated = editor.waitForEvent('invalidated');
    const set = await editor.setVariableRequest({ variablesReference: uv.variablesReference, name: 'x', value: '0.625' });
    assert.equal(set.body.value, '0.625');
    assert.deepEqual((await invalidated).body.areas, ['variables']);
    assert.equal(await editor.value('uv.x', top.id), '0.625');

    await editor.setBreakpointsRequest({ source: { path: grassSource }, breakpoints: [] });
    await editor.continueRequest({ threadId: thread });
    const [exited] = await finished;
    assert.equal(exited.body.exitCode, 0, editor.printed);
    assert.match(editor.printed, /right: blade \(37, 5\) is changed, and no other/);
    const over = editor.ended();
    await editor.disconnectRequest();
    assert.equal(await over, 0);
});

test('terminate ends the program', { timeout: WAIT }, async () => {
    const editor = new Editor();
    await editor.start();
    const started = editor.waitForEvent('process');
    await Promise.all([
        editor.configurationSequence(),
        editor.launch({ program: need('WAVEBREAK_GRASS'), args: ['--blades', '64'], gpu: 'sim', stopOnEntry: true,
            sourceFolders: [path.dirname(grassSource)] }),
        editor.assertStoppedLocation('entry', { path: grassSource, line: at('uvec2 cell = gl_GlobalInvocationID.xy') }),
    ]);
    const process_ = (await started).body.systemProcessId;
    const [exited] = await Promise.all([editor.waitForEvent('exited'), editor.waitForEvent('terminated'), editor.terminateRequest()]);
    assert.equal(exited.body.exitCode, 128 + 15);
    assert.throws(() => process.kill(process_, 0), { code: 'ESRCH' });
    await editor.stop();
});

test('attach and disconnect leave the program running', { timeout: WAIT }, async (t) => {
    const made = folder(t);
    const [wait, output] = [path.join(made, 'wait'), path.join(made, 'output')];
    execFileSync('mkfifo', [wait]);
    const source = path.join(need('WAVEBREAK_TEST_SOURCES'), 'steps.comp');
    const build = need('WAVEBREAK_BUILD');
    const program = [need('WAVEBREAK_DEBUGGEE'), path.join(need('WAVEBREAK_TEST_SHADERS'), 'steps.g.spv'), '2', '1', '3'];
    const debuggee = spawn(need('WAVEBREAK_ENV_TOOL'), ['--gpu', 'sim', '--', ...program], { stdio: 'ignore',
        env: { ...process.env, WAVEBREAK: '1', DEBUGGEE_OUTPUT: output, DEBUGGEE_WAIT: wait,
            WAVEBREAK_SHARE: path.join(build, 'trap_handler'), XDG_DATA_DIRS: path.join(build, 'share') } });
    const over = new Promise((resolve) => debuggee.once('exit', resolve));
    const pipe = await fs.promises.open(wait, 'w'); // opens when the program has its device: its layer listens

    const editor = new Editor();
    await editor.start();
    const line = lineOf(source, '//@end');
    const stopped = editor.waitForEvent('stopped');
    await editor.initializeRequest();
    await editor.attachRequest({ pid: debuggee.pid });
    await editor.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line, condition: 'invocation 3,0,0' }] });
    await editor.configurationDoneRequest();
    await pipe.write('go');
    await pipe.close();
    const frames = await editor.frames((await stopped).body.threadId);
    assert.equal(frames[0].line, line);
    assert.equal(await editor.value('i', frames[0].id), '3');
    await assert.rejects(editor.terminateRequest(), /disconnect/);
    await editor.stop();
    assert.equal(await over, 0);
    // What it computes, in three submissions, is what it computes alone.
    const alone = path.join(made, 'alone');
    execFileSync(need('WAVEBREAK_ENV_TOOL'), ['--gpu', 'sim', '--', ...program.slice(0, -1)],
        { stdio: 'ignore', env: { ...process.env, DEBUGGEE_OUTPUT: alone } });
    assert.equal(fs.readFileSync(output, 'utf8'), fs.readFileSync(alone, 'utf8'));
});
