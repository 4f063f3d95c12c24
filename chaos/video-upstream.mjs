/**
 * The fake video service of the tests in its own process, which is never killed. Its log lists every video that it has
 * created.
 *
 *   node chaos/video-upstream.mjs '{"apiKeys": ["sk-upstream-1"], "videos": {"durationMs": 500}}'
 *
 * Prints one line, {"port", "controlPort"}, and sends it to the parent process. The control port has
 *   GET  /__log      all videos
 *   POST /__control  {"set": {…}, "create": […], "status": […], "content": […]}: new settings, and faults for the next calls,
 *                    one for each
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SOURCE = fileURLToPath(new URL('../test/fake-upstream/index.ts', import.meta.url));
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

const { startFakeUpstream } = await loadFakeUpstream();
const upstream = await startFakeUpstream(JSON.parse(process.argv[2] ?? '{}'));
const control = createServer((request, response) => void answer(request, response));
control.listen(0, '127.0.0.1', () => {
  const ports = { port: Number(new URL(upstream.origin).port), controlPort: control.address().port };
  process.stdout.write(`${JSON.stringify(ports)}\n`);
  process.send?.(ports);
});
process.on('disconnect', () => process.exit());

/** Bundled into one JavaScript file first, because Node 20 does not run TypeScript. */
async function loadFakeUpstream() {
  const { build } = await import('esbuild');
  const folder = await mkdtemp(join(tmpdir(), 'modelgate-video-upstream-'));
  const outfile = join(folder, 'fake-upstream.mjs');
  const banner = { js: REQUIRE };
  await build({ entryPoints: [SOURCE], outfile, bundle: true, platform: 'node', format: 'esm', banner });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function answer(request, response) {
  try {
    const { status, body } = await handle(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } catch (error) {
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: String(error) }));
  }
}

async function handle(request) {
  const { videos } = upstream;
  if (request.url === '/__log') return { status: 200, body: videos.created };
  if (request.url !== '/__control') return { status: 404, body: {} };
  const { set = {}, create = [], status = [], content = [] } = await json(request);
  videos.set(set);
  for (const fault of create) videos.nextCreate(fault);
  for (const fault of status) videos.nextStatus(fault);
  for (const fault of content) videos.nextContent(fault);
  return { status: 200, body: videos.settings };
}
