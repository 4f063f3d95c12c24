import { GatewayError, type VideoFacts } from '#canonical';
import { readWholeBody } from '#egress';
import { type SavedMedia, type StoredMedia, extensionFor, sniffMediaType, getVideoFacts } from '#media';
import { type VideoCall, type VideoReport } from '#providers';
import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { type TaskAccount, getTaskAccount } from './task-account.js';
import { loadStatus } from './load-status.js';
import { getCost } from './get-cost.js';
import { getPollAfterFaultMs } from './poll-schedule.js';
import { describeSuccess, traceStep } from './trace-step.js';
import { type WorkDependencies } from './work-dependencies.js';

const SNIFFED_BYTES = 4096;
const COPY_MS = 10 * 60_000;

/** Copies the finished video to the media store, and then completes the task. */
export async function finalize(
  task: VideoTask,
  dependencies: WorkDependencies,
  loadedReport?: VideoReport,
): Promise<void> {
  const { transitions } = dependencies;
  const stopRenewing = renewLease(task, dependencies);
  try {
    const report = loadedReport ?? (await loadReport(task, dependencies));
    const { saved, mediaType } = await traceStep(
      task,
      { step: 'fetch', describe: describeSuccess },
      dependencies,
      () => storeFile(task, report, dependencies),
    );
    if (mediaType?.startsWith('video/') !== true) {
      await dependencies.media.delete(saved.id, saved.extension);
      await transitions.fail(task, FAILURES.noVideo, { from: 'finalizing' });
      return;
    }
    const facts = await readFacts(task, saved, report, dependencies);
    await dependencies.reachFailpoint('before-terminal-commit');
    const completed = await transitions.complete(task, { ...saved, ...facts }, getCost(task, facts));
    // Another worker was faster, so its copy is used.
    if (completed === undefined) await dependencies.media.delete(saved.id, saved.extension);
    await dependencies.reachFailpoint('after-terminal-commit');
  } catch (error) {
    await retryLater(task, error, dependencies);
  } finally {
    stopRenewing();
  }
}

/** Loads the link to the video again, because an earlier worker had received it. */
async function loadReport(task: VideoTask, dependencies: WorkDependencies): Promise<VideoReport> {
  const { report } = await loadStatus(task, getTaskAccount(task, dependencies));
  if (report?.state === 'completed') return report;
  throw new GatewayError('upstream-error', 'The provider did not return a link to the video.');
}

interface StoredFile {
  saved: SavedMedia;
  mediaType: string | undefined;
}

async function storeFile(
  task: VideoTask,
  report: VideoReport,
  dependencies: WorkDependencies,
): Promise<StoredFile> {
  const body = await openFile(task, report, dependencies);
  const { head, whole } = await peek(body);
  const mediaType = sniffMediaType(head);
  const saved = await dependencies.media.save(withFailpoint(whole, dependencies), {
    extension: extensionFor(mediaType ?? '') ?? 'bin',
    maxBytes: dependencies.settings.maxResultBytes,
    owner: task.owner,
  });
  return { saved, mediaType };
}

/** Sends the account's key only to the upstream's own origin. Other links are opened like any untrusted URL. */
async function openFile(
  task: VideoTask,
  { file }: VideoReport,
  dependencies: WorkDependencies,
): Promise<AsyncIterable<Uint8Array>> {
  const reached = getTaskAccount(task, dependencies);
  const { upstream } = reached;
  const signal = AbortSignal.timeout(COPY_MS);
  if (file === undefined) throw new Error(`${task.id} has no file`);
  if (file.kind === 'bytes') return toChunks(Buffer.from(file.base64, 'base64'));
  if (file.kind === 'lookup') {
    const link = await loadLink(file.call, reached, signal);
    return openFile(task, { state: 'completed', file: { kind: 'link', url: link } }, dependencies);
  }
  if (file.kind === 'link' && !upstream.isOwnOrigin(new URL(file.url))) {
    return openLink(file.url, dependencies.fetcher, signal);
  }
  const call: VideoCall = file.kind === 'link' ? { method: 'GET', url: new URL(file.url) } : file.call;
  const response = await upstream.open(call, signal);
  const location = response.headers['location'];
  if (response.status >= 300 && response.status < 400 && typeof location === 'string') {
    response.discard();
    // A redirect can lead to another origin, so it is opened without the key.
    return openLink(new URL(location, call.url).href, dependencies.fetcher, signal);
  }
  if (response.status === 200) return response.body;
  response.discard();
  throw new GatewayError('upstream-error', `The file request returned status ${response.status}.`);
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A link that fails may have expired, so a retry loads a new one. A link that is not allowed fails the task. */
async function openLink(
  url: string,
  fetcher: WorkDependencies['fetcher'],
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  try {
    return (await fetcher.open(url, signal)).body;
  } catch (error) {
    if (!(await fetcher.isAllowed(url))) throw error;
    throw new GatewayError('upstream-error', 'The link to the file could not be opened.');
  }
}

/** Loads the link to the file from providers that return it in a separate response. */
async function loadLink(
  call: VideoCall,
  { capability, upstream }: TaskAccount,
  signal: AbortSignal,
): Promise<string> {
  const outcome = await upstream.call(call, signal);
  const json = outcome.kind === 'answer' && outcome.status === 200 ? outcome.json : undefined;
  const link = json && capability.readLookup?.(json);
  if (link !== undefined) return link;
  throw new GatewayError('upstream-error', 'The provider did not return a link to the file.');
}

async function peek(
  body: AsyncIterable<Uint8Array>,
): Promise<{ head: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < SNIFFED_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head: Buffer.concat(first), whole: whole() };
}

async function* withFailpoint(
  chunks: AsyncIterable<Uint8Array>,
  dependencies: WorkDependencies,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield chunk;
    if (isFirst) await dependencies.reachFailpoint('in-asset-copy');
    isFirst = false;
  }
}

/** The facts of the video: those in the file first, then those of the upstream, then those of the request. */
async function readFacts(
  task: VideoTask,
  { id, extension }: SavedMedia,
  { facts }: VideoReport,
  { media }: WorkDependencies,
): Promise<VideoFacts> {
  const file = await media.open(id, extension);
  const read = file === undefined ? {} : await getVideoFacts(toReader(file)).catch((): VideoFacts => ({}));
  const { seed } = task.request;
  return { ...(seed === undefined ? {} : { seed }), ...facts, ...read };
}

function toReader(file: StoredMedia): Exclude<Parameters<typeof getVideoFacts>[0], string> {
  return {
    read: async (start: number, length: number) => {
      const end = Math.min(start + length, file.sizeBytes) - 1;
      return end < start ? Buffer.alloc(0) : readWholeBody(await file.read({ start, end }), length);
    },
  };
}

function renewLease(task: VideoTask, { transitions, settings }: WorkDependencies): () => void {
  const timer = setInterval(
    () => void transitions.touch(task, { at: { lease_until: settings.stepLeaseMs } }).catch(() => undefined),
    settings.stepLeaseMs / 3,
  );
  return () => clearInterval(timer);
}

/** Retries a failed copy until the deadline. */
async function retryLater(
  task: VideoTask,
  error: unknown,
  { transitions, settings, logger }: WorkDependencies,
): Promise<void> {
  const { message } = error as Error;
  logger.warn({ taskId: task.id, reason: message }, 'a finished video could not be downloaded');
  const isRefused = error instanceof GatewayError && error.source === 'client';
  if (isRefused || task.readAt >= task.deadlineAt) {
    await transitions.fail(task, FAILURES.noFile, { from: 'finalizing' });
    return;
  }
  await transitions.touch(task, {
    set: { misses: task.misses + 1 },
    at: { next_run_at: getPollAfterFaultMs(task.misses, settings.pollTimes), lease_until: null },
  });
}
