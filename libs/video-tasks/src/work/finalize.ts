import { GatewayError, type VideoFacts } from '#canonical';
import { readWholeBody } from '#egress';
import { type SavedMedia, type StoredMedia, extensionFor, sniffMediaType, getVideoFacts } from '#media';
import { type VideoCall, type VideoReport } from '#providers';
import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { type TaskAccount, getAccount } from './get-account.js';
import { askAfter } from './ask-after.js';
import { getCost } from './get-cost.js';
import { nextPollAfterFaultMs } from './poll-schedule.js';
import { describeSuccess, traceStep } from './trace-step.js';
import { type WorkDependencies } from './work-dependencies.js';

const SNIFFED_BYTES = 4096;
const COPY_MS = 10 * 60_000;

/** The video exists: it is copied into our own store, and only then is the task completed. */
export async function finalize(
  task: VideoTask,
  dependencies: WorkDependencies,
  known?: VideoReport,
): Promise<void> {
  const { outcomes } = dependencies;
  const stopRenewing = renewLease(task, dependencies);
  try {
    const report = known ?? (await getReport(task, dependencies));
    const { saved, mediaType } = await traceStep(
      task,
      { step: 'fetch', describe: describeSuccess },
      dependencies,
      () => copy(task, report, dependencies),
    );
    if (mediaType?.startsWith('video/') !== true) {
      await dependencies.media.delete(saved.id, saved.extension);
      await outcomes.fail(task, FAILURES.noVideo, { from: 'finalizing' });
      return;
    }
    const facts = await readFacts(task, saved, report, dependencies);
    await dependencies.pass('before-terminal-commit');
    const done = await outcomes.complete(task, { ...saved, ...facts }, getCost(task, facts));
    // Somebody else was faster: theirs is the copy that counts.
    if (done === undefined) await dependencies.media.delete(saved.id, saved.extension);
    await dependencies.pass('after-terminal-commit');
  } catch (error) {
    await retryLater(task, error, dependencies);
  } finally {
    stopRenewing();
  }
}

/** An earlier worker was told where the video is; this one asks again. */
async function getReport(task: VideoTask, dependencies: WorkDependencies): Promise<VideoReport> {
  const { report } = await askAfter(task, getAccount(task, dependencies));
  if (report?.state === 'completed') return report;
  throw new GatewayError('upstream-error', 'The upstream does not say where the video is.');
}

interface Copy {
  saved: SavedMedia;
  mediaType: string | undefined;
}

async function copy(task: VideoTask, report: VideoReport, dependencies: WorkDependencies): Promise<Copy> {
  const body = await openFile(task, report, dependencies);
  const { head, whole } = await peek(body);
  const mediaType = sniffMediaType(head);
  const saved = await dependencies.media.save(watched(whole, dependencies), {
    extension: extensionFor(mediaType ?? '') ?? 'bin',
    maxBytes: dependencies.settings.maxResultBytes,
    owner: task.owner,
  });
  return { saved, mediaType };
}

/** With our key where it is the upstream's own address; otherwise like any link that a stranger gives us. */
async function openFile(
  task: VideoTask,
  { file }: VideoReport,
  dependencies: WorkDependencies,
): Promise<AsyncIterable<Uint8Array>> {
  const reached = getAccount(task, dependencies);
  const { upstream } = reached;
  const signal = AbortSignal.timeout(COPY_MS);
  if (file === undefined) throw new Error(`${task.id} has no file`);
  if (file.kind === 'bytes') return toChunks(Buffer.from(file.base64, 'base64'));
  if (file.kind === 'lookup') {
    const link = await lookUp(file.call, reached, signal);
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
    // What it leads to is not the upstream any more: our key stays here.
    return openLink(new URL(location, call.url).href, dependencies.fetcher, signal);
  }
  if (response.status === 200) return response.body;
  response.discard();
  throw new GatewayError('upstream-error', `The file was answered with status ${response.status}.`);
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A link that leads nowhere may be over: the upstream is asked for a new one. One that may not be opened stays so. */
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

/** Where the file is, at a service that says so only to who asks for it. */
async function lookUp(
  call: VideoCall,
  { capability, upstream }: TaskAccount,
  signal: AbortSignal,
): Promise<string> {
  const outcome = await upstream.call(call, signal);
  const json = outcome.kind === 'answer' && outcome.status === 200 ? outcome.json : undefined;
  const link = json && capability.readLookup?.(json);
  if (link !== undefined) return link;
  throw new GatewayError('upstream-error', 'The upstream does not say where the file is.');
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

async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  dependencies: WorkDependencies,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield chunk;
    if (isFirst) await dependencies.pass('in-asset-copy');
    isFirst = false;
  }
}

/** What the file says of itself counts; then what the upstream said; then what was asked for. */
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

/** A copy that failed is tried again until there is no time left for it. */
async function retryLater(
  task: VideoTask,
  error: unknown,
  { outcomes, transitions, settings, logger }: WorkDependencies,
): Promise<void> {
  const { message } = error as Error;
  logger.warn({ taskId: task.id, reason: message }, 'a finished video could not be copied');
  const isRefused = error instanceof GatewayError && error.source === 'client';
  if (isRefused || task.readAt >= task.deadlineAt) {
    await outcomes.fail(task, FAILURES.noFile, { from: 'finalizing' });
    return;
  }
  await transitions.touch(task, {
    set: { misses: task.misses + 1 },
    at: { next_run_at: nextPollAfterFaultMs(task.misses, settings.pollTimes), lease_until: null },
  });
}
