import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installation } from '../../chaos/installation.mjs';
import { buildFakeUpstream } from '../harness/built-tests.mjs';
import { claudeCode } from './clients/claude-code.mjs';
import { codex } from './clients/codex.mjs';
import { geminiCli } from './clients/gemini-cli.mjs';
import { opencode } from './clients/opencode.mjs';
import { Lane, token } from './lane.mjs';
import { runLane } from './scenarios.mjs';

const CLIENTS = [claudeCode, codex, geminiCli, opencode];
const UPSTREAMS = ['own', 'chat', 'responses', 'messages', 'gemini'];

const WORKERS = 2;

/**
 * Runs every client over every service, two at a time; all processes and files are removed in the end, also after an
 * abort.
 */
export async function runAgents({ modules, isBrief, only, signal, keep = false }) {
  await buildFakeUpstream();
  const { startFakeUpstream } = await import('../../.build/test/fake-upstream/index.js');
  const clients = CLIENTS.filter((client) => isThere(client, modules));
  const lanes = clients
    .flatMap((client) => UPSTREAMS.map((upstream) => new Lane(client, upstream)))
    .filter(({ name }) => new RegExp(only).test(name));
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-agents-'));
  chmodSync(folder, 0o755);
  const gateway = new Installation();
  const cells = [];
  try {
    await Promise.all(lanes.map((lane) => lane.start(startFakeUpstream)));
    const channels = lanes.flatMap((lane) => lane.channels());
    const config = { channels, tokens: [{ name: 'agents', key: token }] };
    await gateway.start({ config, hasRedis: false, workers: 0 });
    const waiting = [...lanes];
    const work = async () => {
      for (let lane = waiting.shift(); lane !== undefined && !signal.aborted; lane = waiting.shift()) {
        lane.settle({ origin: gateway.origin, folder, modules, signal });
        await runLane(lane, { isBrief, onCell: (cell) => cells.push(cell) });
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  } finally {
    await Promise.all(lanes.map((lane) => lane.stop().catch((error) => console.error(error))));
    await gateway.stop();
    gateway.remove();
    if (keep) console.log(folder);
    else rmSync(folder, { recursive: true, force: true });
  }
  return toOrder(cells);
}

function isThere(client, modules) {
  if (client.command(modules)[0] !== undefined) return true;
  console.log(`${client.name} is skipped: it has no program for ${process.platform} on ${process.arch}`);
  return false;
}

function toOrder(cells) {
  return cells.toSorted(
    (left, right) =>
      CLIENTS.indexOf(left.client) - CLIENTS.indexOf(right.client) ||
      UPSTREAMS.indexOf(left.upstream) - UPSTREAMS.indexOf(right.upstream),
  );
}
