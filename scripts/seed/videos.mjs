import {
  LedgerRepository,
  PaidUsageRepository,
  getBudgetAccounts,
  videoPriceMicroUsd,
} from '../../dist/libs/metering/src/index.js';
import { FAILURES } from '../../dist/libs/video-tasks/src/task-failures.js';
import { findSubmissions } from '../../dist/libs/video-tasks/src/submissions.js';
import { accountName, pinAccount, sealAccount } from '../../dist/libs/video-tasks/src/pinned-account.js';
import { TaskSeals } from '../../dist/libs/video-tasks/src/task-seals.js';
import { TaskRepository } from '../../dist/libs/video-tasks/src/tasks.repository.js';
import { TransitionRepository, recordEvent } from '../../dist/libs/video-tasks/src/transitions.repository.js';
import { buildUsage } from '../../dist/libs/video-tasks/src/build-usage.js';
import { seedDelivery } from './deliveries.mjs';
import { buildPayer } from './requests.mjs';

const LONG_MS = 30 * 24 * 3_600_000;

/** Stores one video with all steps of its scenario in one transaction, so that no worker claims it. */
export class VideoSeeder {
  constructor({ dataSource, secretBox, channels, getPrice, files, random, now }) {
    Object.assign(this, { dataSource, secretBox, channels, getPrice, files, random, now });
    this.seals = new TaskSeals(secretBox);
    this.tasks = new TaskRepository(dataSource, this.seals);
    this.transitions = new TransitionRepository(dataSource, this.seals);
    this.ledger = new LedgerRepository();
    this.usage = new PaidUsageRepository();
  }

  async play({ token, model, prompt, submittedAtMs, steps, webhookUrl }) {
    await this.dataSource.transaction(async (manager) => {
      const video = { manager, token, model, submittedAtMs, webhookUrl, id: `video_${this.random.hex(32)}` };
      await this.accept(video, prompt);
      for (const step of steps) await this.take(video, step);
      // Far in the future, so that no worker claims an open task.
      await manager.query(
        `UPDATE video_tasks SET lease_until = NULL, next_run_at = $2, deadline_at = $2
         WHERE id = $1 AND status IN ('queued', 'in_progress')`,
        [video.id, new Date(this.now.getTime() + LONG_MS)],
      );
    });
  }

  async accept(video, prompt) {
    const { manager, id, token, model, submittedAtMs, webhookUrl } = video;
    const [width, height, durationSeconds] = this.files.shape;
    const price = this.getPrice(model);
    const heldMicroUsd = videoPriceMicroUsd({ price, durationSeconds, size: { width, height } }) ?? 0;
    const budgetAccounts = getBudgetAccounts(buildPayer(token), new Date(submittedAtMs));
    const request = {
      model,
      prompt,
      images: [],
      durationSeconds,
      width,
      height,
      format: 'video-generations',
    };
    const task = {
      id,
      owner: token.owner,
      tokenId: token.id,
      model,
      request,
      price,
      heldMicroUsd,
      budgetAccounts,
      webhookUrl,
    };
    await this.ledger.limit(manager, budgetAccounts);
    const accepted = await this.tasks.insert(manager, { ...task, deadlineMs: 3_600_000 });
    await this.ledger.hold(manager, buildBooking(accepted), heldMicroUsd);
    await manager.query(
      `UPDATE video_tasks SET created_at = $2, deadline_at = $2::timestamptz + interval '1 hour' WHERE id = $1`,
      [id, new Date(submittedAtMs)],
    );
    await recordEvent(manager, accepted, { kind: 'accepted' });
    await this.dateEvent(video, 0);
  }

  async take(video, { after, step, ...facts }) {
    // The library takes times relative to the current time.
    const atMs = video.submittedAtMs + after * 1_000 - Date.now();
    const transition = STEPS[step]({ seeder: this, video, atMs, ...facts });
    const moved = await this.transitions.applyIn(video.manager, { id: video.id }, transition);
    if (moved === undefined) throw new Error(`the scenario of a video does not allow the step ${step}`);
    await this.dateEvent(video, after);
  }

  /** The library gives events the current time, so it is corrected here. */
  async dateEvent({ manager, id, submittedAtMs }, after) {
    await manager.query(
      'UPDATE video_task_events SET at = $2 WHERE id = (SELECT max(id) FROM video_task_events WHERE task_id = $1)',
      [id, new Date(submittedAtMs + after * 1_000)],
    );
  }

  /** Stores what every end of a task includes: its usage, its cost and its webhook. */
  async end(manager, task) {
    await this.usage.store(manager, buildUsage(task, await findSubmissions(manager, task)));
    const { heldMicroUsd, costMicroUsd = 0 } = task;
    if (costMicroUsd === 0) await this.ledger.release(manager, buildBooking(task), heldMicroUsd);
    else await this.ledger.settle(manager, buildBooking(task), { heldMicroUsd, costMicroUsd });
    if (task.webhookUrl !== undefined) await seedDelivery(manager, task, this.random);
  }

  sealed(video, channelName) {
    const channel = this.channels.get(channelName);
    const account = pinAccount({ channel, upstreamModel: video.model }, channel.apiKeys[0]);
    return {
      channel_id: channel.id,
      channel_name: channel.name,
      upstream_model: video.model,
      account: accountName(account),
      sealed_account: sealAccount(this.secretBox, video.id, account),
    };
  }
}

const NO_ACCOUNT = {
  channel_id: null,
  channel_name: null,
  upstream_model: null,
  account: null,
  sealed_account: null,
  request_hash: null,
};

/** The transition of the task for each step. */
const STEPS = {
  submit: ({ seeder, video, atMs, channel }) => {
    video.attempts = (video.attempts ?? 0) + 1;
    const name = video.model.startsWith('veo') ? 'google' : channel;
    const place = seeder.sealed(video, name);
    const { channel_id: channelId, upstream_model: upstreamModel } = place;
    return {
      from: 'accepted',
      set: { phase: 'submitting', submit_attempt: video.attempts, ...place },
      at: { submitted_at: atMs },
      event: {
        kind: 'submitting',
        detail: { channel: name, channelId, upstreamModel, attempt: video.attempts },
      },
    };
  },
  refused: ({ code }) => ({
    from: 'submitting',
    set: { phase: 'accepted', ...NO_ACCOUNT },
    event: { kind: 'refused', detail: { code } },
  }),
  unknown: ({ reason }) => ({
    from: 'submitting',
    set: { phase: 'submit-unknown' },
    event: { kind: 'submit-unknown', detail: { reason } },
  }),
  submitted: ({ seeder }) => {
    const upstreamId = `gen-${seeder.random.hex(16)}`;
    return {
      from: ['submitting', 'submit-unknown'],
      set: { phase: 'polling', upstream_id: upstreamId },
      event: { kind: 'submitted', detail: { upstreamId } },
    };
  },
  begin: ({ atMs, progress }) => ({
    from: 'polling',
    set: { status: 'in_progress', progress },
    at: { started_at: atMs },
    event: { kind: 'in-progress' },
  }),
  progress: ({ progress }) => ({
    from: 'polling',
    set: { progress },
    event: { kind: 'progress', detail: { progress } },
  }),
  'cancel-requested': ({ atMs }) => ({
    from: ['accepted', 'polling'],
    at: { cancel_requested_at: atMs },
    event: { kind: 'cancel-requested' },
  }),
  finalize: () => ({ from: 'polling', set: { phase: 'finalizing' }, event: { kind: 'finalizing' } }),
  complete: ({ seeder, video, atMs }) => {
    const result = seeder.files.take();
    const price = seeder.getPrice(video.model);
    const cost = videoPriceMicroUsd({ price, durationSeconds: result.durationSeconds, size: result });
    return {
      from: 'finalizing',
      set: { phase: 'completed', status: 'completed', progress: 100, result, cost_micro_usd: cost ?? null },
      at: { finished_at: atMs },
      event: { kind: 'completed' },
      effects: (manager, task) => seeder.end(manager, task),
    };
  },
  fail: ({ seeder, atMs, code, message = FAILURES.internal.message }) => ({
    from: ['accepted', 'submitting', 'submit-unknown', 'polling', 'finalizing'],
    set: { phase: 'failed', status: 'failed', error_code: code, error_message: message, cost_micro_usd: 0 },
    at: { finished_at: atMs },
    event: { kind: 'failed', detail: { code } },
    effects: (manager, task) => seeder.end(manager, task),
  }),
};

function buildBooking({ id, tokenId, otherBudgetAccounts }) {
  return { reference: id, tokenId, otherBudgetAccounts };
}
