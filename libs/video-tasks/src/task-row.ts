import { type JsonObject } from '#canonical';
import { type ModelPrice } from '#catalog';
import {
  type TaskFailure,
  type TaskPhase,
  type TaskResult,
  type TaskStatus,
  type VideoTask,
} from './task.js';
import { type UnsealedMembers, type TaskSeals } from './task-seals.js';

/** A row of `video_tasks`, as returned by the driver. */
export interface TaskRow {
  id: string;
  owner: string;
  token_id: string;
  model: string;
  request: UnsealedMembers;
  sealed_request: Buffer | null;
  status: TaskStatus;
  phase: TaskPhase;
  progress: number;
  version: number;
  channel_id: string | null;
  channel_name: string | null;
  upstream_model: string | null;
  account: string | null;
  sealed_account: Buffer | null;
  refused_channels: string[];
  last_failure: TaskFailure | null;
  request_hash: Buffer | null;
  submit_attempt: number;
  submitted_at: Date | null;
  upstream_id: string | null;
  upstream_memo: JsonObject | null;
  sealed_memo: Buffer | null;
  lease_epoch: string;
  next_run_at: Date;
  deadline_at: Date;
  resolve_until: Date | null;
  misses: number;
  missing_since: Date | null;
  cancel_requested_at: Date | null;
  price: ModelPrice | null;
  held_micro_usd: string;
  other_budget_accounts: string[];
  cost_micro_usd: string | null;
  webhook_url: string | null;
  result: TaskResult | null;
  error_code: number | null;
  error_message: string | null;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  read_at: Date;
}

/** The columns that every statement that returns tasks selects. */
export const TASK_COLUMNS = 'video_tasks.*, clock_timestamp() AS read_at';

export function buildTask(row: TaskRow, seals: TaskSeals): VideoTask {
  return {
    id: row.id,
    owner: row.owner,
    tokenId: row.token_id,
    model: row.model,
    request: seals.openRequest(row),
    status: row.status,
    phase: row.phase,
    progress: row.progress,
    version: row.version,
    channelId: row.channel_id ?? undefined,
    channelName: row.channel_name ?? undefined,
    upstreamModel: row.upstream_model ?? undefined,
    account: row.account ?? undefined,
    sealedAccount: row.sealed_account ?? undefined,
    refusedChannels: row.refused_channels,
    lastFailure: row.last_failure ?? undefined,
    submitAttempt: row.submit_attempt,
    submittedAt: row.submitted_at ?? undefined,
    upstreamId: row.upstream_id ?? undefined,
    get upstreamMemo() {
      if (row.sealed_memo !== null) return seals.openMemo(row.id, row.sealed_memo);
      return row.upstream_memo ?? undefined;
    },
    leaseEpoch: row.lease_epoch,
    nextRunAt: row.next_run_at,
    deadlineAt: row.deadline_at,
    resolveUntil: row.resolve_until ?? undefined,
    misses: row.misses,
    missingSince: row.missing_since ?? undefined,
    cancelRequestedAt: row.cancel_requested_at ?? undefined,
    price: row.price ?? undefined,
    heldMicroUsd: Number(row.held_micro_usd),
    otherBudgetAccounts: row.other_budget_accounts,
    costMicroUsd: row.cost_micro_usd === null ? undefined : Number(row.cost_micro_usd),
    webhookUrl: row.webhook_url ?? undefined,
    result: row.result ?? undefined,
    error: getFailure(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    readAt: row.read_at,
  };
}

function getFailure({ error_code: code, error_message: message }: TaskRow): TaskFailure | undefined {
  return code === null || message === null ? undefined : { code, message };
}
