/**
 * A video service that outlives everything around it: the fake upstream of the tests as a process of its own. What
 * its log says was made was made, whatever anybody was told.
 *
 *   node chaos/video-upstream.mjs '{"apiKeys": ["sk-upstream-1"], "videos": {"durationMs": 500}}'
 *
 * Prints one line, {"port", "controlPort"}, and sends it to whoever has forked it. At the control port
 *   GET  /__log      every video that was ever made
 *   POST /__control  {"set": {…}, "create": […], "status": […], "content": […]}: settings from now on, and faults
 *                    for the calls to come, one for each
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

/** Node does not read TypeScript, so it is put into one file first. */
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
