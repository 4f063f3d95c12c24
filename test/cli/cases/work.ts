import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { eventually } from '../../harness/index.js';
import { type CommandCases } from './command-case.js';
import { type Stage } from './stage.js';

const ARRIVAL_MS = 20_000;

/** The name of a file in the data folder. */
const FILE = `${'a'.repeat(32)}.png`;

export const mediaCases: CommandCases = {
  'media move': ({ s3, installation, write }) => {
    const folder = join(String(installation.place['MODELGATE_DATA_DIR']), 'media', 'aa');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, FILE), 'image');
    const config = write('media.json', JSON.stringify({ media: { store: 's3', s3: s3.settings } }));
    const environment = { MODELGATE_CONFIG: config };
    return {
      human: {
        environment,
        prints: [/^Moved 1 file \(0\.0 MB\) to the bucket\.\n$/],
        proves: async () => {
          expect(readdirSync(folder)).toEqual([]);
          expect(await s3.listObjects()).toEqual([`media/${FILE}`]);
        },
      },
      json: {
        args: ['--to', 'folder'],
        environment,
        gives: { to: 'folder', files: 1, bytes: 5, failed: [] },
        proves: async () => expect(readdirSync(folder)).toEqual([FILE]),
      },
      refusal: { exitCode: 78, says: 'media.s3 is not set in the config file' },
    };
  },
};

export const taskCases: CommandCases = {
  'task list': ({ tasks: { failed, begun, queued } }) => ({
    human: {
      args: ['--token', 'test', '--from', '1h', '--limit', '2'],
      prints: [
        /^TASK +STATUS +DONE +MODEL +TOKEN +CHANNEL +COST USD +CREATED$/m,
        new RegExp(`^${queued} +queued +0% +sandbox-video +test `, 'm'),
        new RegExp(`^${begun} +in_progress +40% `, 'm'),
        new RegExp(`^(?!.*${failed})`, 's'),
        /\n\nThere are more entries\. Use --limit to show more\.\n$/,
      ],
    },
    json: {
      args: ['--status', 'failed'],
      gives: { data: [{ id: failed, error: { code: 502 } }], next_cursor: null },
    },
    refusal: { args: ['--from', 'yesterday'], exitCode: 2, says: '--from: "yesterday" is neither a date' },
  }),

  'task show': ({ tasks: { failed, queued } }) => ({
    human: {
      args: [failed],
      prints: [
        new RegExp(`^Task +${failed}$`, 'm'),
        /^Status +failed \(failed, 0%\)$/m,
        /^Error +502 It did not work\.$/m,
        /^Prompt +a red\\u000akite$/m,
        /^Length +4 s\nSize +320x180\nReserved +0\.40 USD$/m,
        /^AT +EVENT +PHASE +DETAIL\n\S+Z +accepted +accepted /m,
      ],
    },
    json: { args: [queued], gives: { id: queued, timeline: [{ kind: 'accepted' }] } },
    refusal: { args: ['video_none'], exitCode: 66, says: 'No task with the id "video_none" was found.' },
  }),

  'task cancel': ({ tasks: { begun, queued } }) => ({
    human: { args: [queued], prints: [new RegExp(`^The task ${queued} is cancelled\\.\n$`)] },
    json: { args: [begun], gives: { status: 'in_progress', cancel_requested_at: expect.any(String) } },
    refusal: { args: ['../tokens'], exitCode: 66, says: 'No task with the id "../tokens" was found.' },
  }),

  'task retry': ({ tasks: { failed, begun, queued } }) => ({
    human: {
      args: [failed],
      prints: [new RegExp(`^Created the task \\S+ as a retry of ${failed}\\. Reserved 0\\.40 USD\\.\n$`)],
    },
    json: { args: [queued], gives: { retry_of: queued } },
    refusal: { args: [begun], exitCode: 1, says: 'task' },
  }),

  'usage report': () => ({
    human: {
      args: ['--from', '7d', '--by', 'model,token'],
      prints: [
        /^DAY +TOKEN +MODEL +REQUESTS +ERRORS +INPUT TOKENS +OUTPUT TOKENS +COST USD$/m,
        /^\d{4}-\d\d-\d\d +test +sandbox-chat +\d+ +0 +\d+ +\d+ +\d\.\d\d$/m,
        /\n\n2 requests, 1\.00 USD, from \S+ \S+Z to \S+ \S+Z\.\n$/,
      ],
    },
    json: {
      args: ['--interval', 'hour', '--by', 'model,session'],
      gives: {
        interval: 'hour',
        group_by: ['model', 'session'],
        data: expect.arrayContaining([
          expect.objectContaining({ model: 'sandbox-chat', session_id: null, errors: 0 }),
        ]),
      },
    },
    refusal: { args: ['--by', 'colour'], exitCode: 2, says: '"group_by" must be a list of token, owner' },
  }),

  'webhook replay': (stage) => ({
    human: {
      args: ['--dead', '--token', 'test'],
      prints: [
        /^WEBHOOK +EVENT +SUBJECT +TOKEN +URL$/m,
        new RegExp(`^${stage.webhooks.dead} +video\\.completed +video_1 +test +http://127`, 'm'),
        /\n\n1 webhook queued\. Queued webhooks are sent now if the gateway is running, otherwise at the next start\.\n$/,
      ],
    },
    json: {
      args: ['--id', stage.webhooks.delivered],
      gives: { replayed: [{ id: stage.webhooks.delivered, state: 'pending', attempts: 0 }] },
      proves: () => webhooksArrive(stage),
    },
    refusal: { args: [], exitCode: 2, says: 'Pass at least one filter: --since, --id, --token or --dead.' },
  }),
};

/** A worker sends the deliveries that were reset, with their original ids. */
async function webhooksArrive({ harness, receiver, webhooks }: Stage): Promise<void> {
  const worker = await createWorker(harness.gateway.shared);
  try {
    const calls = await eventually(
      () => (receiver.calls.length >= 2 ? receiver.calls : undefined),
      ARRIVAL_MS,
    );
    expect(new Set(calls.map(({ path, headers }) => `${path} ${headers['webhook-id']}`))).toEqual(
      new Set([`/dead ${webhooks.dead}`, `/delivered ${webhooks.delivered}`]),
    );
  } finally {
    await worker.close();
  }
}
