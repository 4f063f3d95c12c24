/** For comparison: Portkey's gateway from npm, also in TypeScript, installed in a folder outside of this checkout. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../gateway.mjs';
import { onMeasuredCore } from './cores.mjs';
import { PATHS, startSpawned, untilAnswers } from './systems.mjs';

const VERSION = '1.15.2';
/** Its streams fail with later versions. */
const OVERRIDES = { '@hono/node-server': '1.14.1' };

/** It has no tokens and no database: headers of each request name the upstream and its key. */
export async function startPortkey(upstreamPort) {
  const folder = install();
  const port = await freePort();
  const entry = join(folder, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');
  const command = [process.execPath, entry, '--headless', `--port=${port}`];
  const system = startSpawned(onMeasuredCore(command), {
    port,
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    logFile: join(folder, 'bench.log'),
  });
  await untilAnswers(system, '/');
  return Object.assign(system, {
    buildTarget: ({ mode, format = 'chat' }) => ({
      path: PATHS[format],
      headers: {
        Authorization: 'Bearer k',
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}${mode === undefined ? '' : `/${mode}`}/v1`,
      },
    }),
  });
}

function install() {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'modelgate-bench', `portkey-${VERSION}`);
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  const dependencies = { '@portkey-ai/gateway': VERSION };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies, overrides: OVERRIDES }),
  );
  const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', options, { cwd: folder, stdio: 'inherit' });
  writeFileSync(done, '');
  return folder;
}
