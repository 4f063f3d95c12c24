import { GatewayError, type VideoFacts } from '#canonical';
import { PublicFetcher, readWholeBody } from '#egress';
import {
  MediaStore,
  type SavedMedia,
  type StoredMedia,
  extensionFor,
  getVideoFacts,
  sniffMediaType,
} from '#media';
import { type VideoCall, type VideoReport } from '#providers';
import { Injectable } from '@nestjs/common';
import { type VideoTask } from '../task.js';
import { loadStatus } from './load-status.js';
import { type TaskAccount, TaskAccounts } from './task-accounts.js';
import { WorkOptions } from './work-options.js';

const SNIFFED_BYTES = 4096;
const COPY_MS = 10 * 60_000;

interface StoredFile {
  saved: SavedMedia;
  mediaType: string | undefined;
}

/** Copies the files of finished videos from upstreams to the media store. */
@Injectable()
export class VideoDownload {
  constructor(
    private readonly accounts: TaskAccounts,
    private readonly media: MediaStore,
    private readonly fetcher: PublicFetcher,
    private readonly options: WorkOptions,
  ) {}

  /** Loads the link to the video again, because an earlier worker had received it. */
  async loadReport(task: VideoTask): Promise<VideoReport> {
    const { report } = await loadStatus(task, this.accounts.of(task));
    if (report?.state === 'completed') return report;
    throw new GatewayError('upstream-error', 'The provider did not return a link to the video.');
  }

  async store(task: VideoTask, report: VideoReport): Promise<StoredFile> {
    const body = await this.openFile(task, report);
    const { head, whole } = await peek(body);
    const mediaType = sniffMediaType(head);
    const saved = await this.media.save(this.withFailpoint(whole), {
      extension: extensionFor(mediaType ?? '') ?? 'bin',
      maxBytes: this.options.settings.maxResultBytes,
      owner: task.owner,
    });
    return { saved, mediaType };
  }

  async delete({ id, extension }: SavedMedia): Promise<void> {
    await this.media.delete(id, extension);
  }

  /** The facts of the video: those in the file first, then those of the upstream, then those of the request. */
  async readFacts(
    task: VideoTask,
    { id, extension }: SavedMedia,
    { facts }: VideoReport,
  ): Promise<VideoFacts> {
    const file = await this.media.open(id, extension);
    const read = file === undefined ? {} : await getVideoFacts(toReader(file)).catch((): VideoFacts => ({}));
    const { seed } = task.request;
    return { ...(seed === undefined ? {} : { seed }), ...facts, ...read };
  }

  /** Sends the account's key only to the upstream's own origin. Other links are opened like any untrusted URL. */
  private async openFile(task: VideoTask, { file }: VideoReport): Promise<AsyncIterable<Uint8Array>> {
    const reached = this.accounts.of(task);
    const { upstream } = reached;
    const signal = AbortSignal.timeout(COPY_MS);
    if (file === undefined) throw new Error(`${task.id} has no file`);
    if (file.kind === 'bytes') return toChunks(Buffer.from(file.base64, 'base64'));
    if (file.kind === 'lookup') {
      const link = await loadLink(file.call, reached, signal);
      return this.openFile(task, { state: 'completed', file: { kind: 'link', url: link } });
    }
    if (file.kind === 'link' && !upstream.isOwnOrigin(new URL(file.url))) {
      return this.openLink(file.url, signal);
    }
    const call: VideoCall = file.kind === 'link' ? { method: 'GET', url: new URL(file.url) } : file.call;
    const response = await upstream.open(call, signal);
    const location = response.headers['location'];
    if (response.status >= 300 && response.status < 400 && typeof location === 'string') {
      response.discard();
      // A redirect can lead to another origin, so it is opened without the key.
      return this.openLink(new URL(location, call.url).href, signal);
    }
    if (response.status === 200) return response.body;
    response.discard();
    throw new GatewayError('upstream-error', `The file request returned status ${response.status}.`);
  }

  /** A link that fails may have expired, so a retry loads a new one. A link that is not allowed fails the task. */
  private async openLink(url: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    try {
      return (await this.fetcher.open(url, signal)).body;
    } catch (error) {
      if (!(await this.fetcher.isAllowed(url))) throw error;
      throw new GatewayError('upstream-error', 'The link to the file could not be opened.');
    }
  }

  private async *withFailpoint(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isFirst = true;
    for await (const chunk of chunks) {
      yield chunk;
      if (isFirst) await this.options.reachFailpoint('in-asset-copy');
      isFirst = false;
    }
  }
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
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

function toReader(file: StoredMedia): Exclude<Parameters<typeof getVideoFacts>[0], string> {
  return {
    read: async (start: number, length: number) => {
      const end = Math.min(start + length, file.sizeBytes) - 1;
      return end < start ? Buffer.alloc(0) : readWholeBody(await file.read({ start, end }), length);
    },
  };
}
