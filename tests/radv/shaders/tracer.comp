#version 450
// A small path tracer: 150 lines, functions called from functions from loops. The shader whose cost bench/ measures.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) buffer Pixels { vec4 pixels[]; };
layout(push_constant) uniform Push {
    uvec2 size;
    uint frame;
    uint bounces;
    vec4 eye;
    vec4 sun;
} push;

struct Ray {
    vec3 origin;
    vec3 direction;
};
struct Hit {
    float distance;
    vec3 position;
    vec3 normal;
    int material;
};
struct Surface {
    vec3 albedo;
    vec3 glow;
    float roughness;
};

const float far = 1.0e9;

uint next_state(uint state) {
    uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

float random(inout uint state) {
    state = state * 747796405u + 2891336453u;
    uint bits = next_state(state);
    return float(bits) * (1.0 / 4294967296.0);
}

vec3 random_direction(inout uint state) {
    float z = random(state) * 2.0 - 1.0;
    float angle = random(state) * 6.2831853;
    float r = sqrt(max(0.0, 1.0 - z * z));
    return vec3(r * cos(angle), r * sin(angle), z);
}

bool hit_sphere(Ray ray, vec3 centre, float radius, inout Hit hit, int material) {
    vec3 to_origin = ray.origin - centre;
    float b = dot(to_origin, ray.direction);
    float c = dot(to_origin, to_origin) - radius * radius;
    float discriminant = b * b - c;
    if (discriminant < 0.0)
        return false;
    float root = sqrt(discriminant);
    float t = -b - root;
    if (t < 0.001)
        t = -b + root;
    if (t < 0.001 || t > hit.distance)
        return false;
    hit.distance = t;
    hit.position = ray.origin + ray.direction * t;
    hit.normal = (hit.position - centre) / radius;
    hit.material = material;
    return true;
}

bool hit_floor(Ray ray, float height, inout Hit hit) {
    if (abs(ray.direction.y) < 1.0e-5)
        return false;
    float t = (height - ray.origin.y) / ray.direction.y;
    if (t < 0.001 || t > hit.distance)
        return false;
    hit.distance = t;
    hit.position = ray.origin + ray.direction * t;
    hit.normal = vec3(0.0, 1.0, 0.0);
    hit.material = 0;
    return true;
}

Hit find_nearest(Ray ray) {
    Hit nearest;
    nearest.distance = far;
    nearest.position = vec3(0.0);
    nearest.normal = vec3(0.0);
    nearest.material = -1;
    hit_floor(ray, 0.0, nearest);
    for (int k = 0; k < 5; k++) {
        vec3 centre = vec3(float(k) * 2.0 - 4.0, 1.0, float(k & 1) * 1.5);
        hit_sphere(ray, centre, 0.9, nearest, k + 1);
    }
    return nearest;
}

Surface surface_of(Hit hit) {
    Surface surface;
    surface.glow = vec3(0.0);
    surface.roughness = 1.0;
    if (hit.material == 0) {
        vec2 cell = floor(hit.position.xz);
        bool dark = (int(cell.x + cell.y) & 1) != 0;
        surface.albedo = dark ? vec3(0.2) : vec3(0.8);
    } else if (hit.material == 3) {
        surface.albedo = vec3(0.9);
        surface.glow = vec3(2.0, 1.8, 1.2);
    } else {
        surface.albedo = vec3(0.3 + 0.1 * float(hit.material), 0.5, 0.4);
        surface.roughness = 0.1 * float(hit.material);
    }
    return surface;
}

vec3 sky(vec3 direction) {
    float up = max(direction.y, 0.0);
    float sun = pow(max(dot(direction, push.sun.xyz), 0.0), 32.0);
    return mix(vec3(0.7, 0.8, 1.0), vec3(0.2, 0.4, 0.9), up) + vec3(sun);
}

vec3 trace(Ray ray, inout uint state) {
    vec3 light = vec3(0.0);
    vec3 carried = vec3(1.0);
    for (uint bounce = 0u; bounce < push.bounces; bounce++) {
        Hit hit = find_nearest(ray);
        if (hit.material < 0) {
            light += carried * sky(ray.direction);
            break;
        }
        Surface surface = surface_of(hit);
        light += carried * surface.glow;
        carried *= surface.albedo;
        vec3 mirror = reflect(ray.direction, hit.normal);
        vec3 scatter = normalize(hit.normal + random_direction(state));
        ray.direction = normalize(mix(mirror, scatter, surface.roughness));
        ray.origin = hit.position + hit.normal * 0.001;
    }
    return light;
}

void main() {
    uvec2 pixel = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(pixel, push.size)))
        return;
    uint state = pixel.x + pixel.y * push.size.x + push.frame * 719393u;
    vec2 jitter = vec2(random(state), random(state));
    vec2 uv = (vec2(pixel) + jitter) / vec2(push.size) * 2.0 - 1.0;
    Ray ray = Ray(push.eye.xyz, normalize(vec3(uv.x, -uv.y, 1.5)));
    vec3 colour = trace(ray, state);
    pixels[pixel.x + pixel.y * push.size.x] = vec4(colour, 1.0);
}
