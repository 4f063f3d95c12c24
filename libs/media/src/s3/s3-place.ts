import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type MediaName, getFileName, parseMediaName } from '../media-name.js';
import { type ExpiryLimits, type MediaPlace, type WriteOptions } from '../media-place.js';
import { type ByteRange, type StoredMedia } from '../media-store.js';
import { getMediaType } from '../media-types.js';
import { cutParts } from './cut-parts.js';
import { S3Client, type S3ClientOptions } from './s3-client.js';
import { S3Error, toUnavailableError } from './s3-error.js';
import { CREATED_AT_HEADER, type ObjectFacts, S3Objects } from './s3-objects.js';
import { sweepBucket } from './sweep-bucket.js';

/** Services require at least 5 MiB per part and at most 10,000 parts, so files may have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Listing all objects costs money. Files in the database are removed without it. */
const SWEEP_EVERY_MS = 6 * 60 * 60 * 1000;

export interface S3PlaceOptions extends S3ClientOptions {
  partBytes?: number;
}

/** A bucket of a service with the S3 API. */
export class S3Place implements MediaPlace {
  readonly kind = 's3';
  private readonly client: S3Client;
  private readonly objects: S3Objects;
  private nextSweepMs = 0;
  private sweepToken: string | undefined;

  constructor(private readonly options: S3PlaceOptions) {
    this.client = new S3Client(options);
    this.objects = new S3Objects(this.client);
  }

  async write(
    name: MediaName,
    source: AsyncIterable<Uint8Array>,
    { createdAt }: WriteOptions = {},
  ): Promise<void> {
    const { partBytes = PART_BYTES } = this.options;
    const key = this.getKey(name);
    const headers = {
      'content-type': getMediaType(name.extension),
      ...(createdAt === undefined ? {} : { [CREATED_AT_HEADER]: createdAt.toISOString() }),
    };
    let upload: Upload | undefined;
    try {
      for await (const part of cutParts(source, partBytes)) {
        // Only the last part is smaller. If it is also the first, it is the whole file.
        if (upload === undefined && part.length < partBytes) {
          await this.objects.put(key, part, headers);
          return;
        }
        upload ??= new Upload(this.objects, key, await this.objects.startUpload(key, headers));
        await upload.add(part);
      }
      await upload?.finish();
    } catch (error) {
      await upload?.abort();
      throw error;
    }
  }

  async open(name: MediaName): Promise<StoredMedia | undefined> {
    const key = this.getKey(name);
    const facts = await this.objects.find(key);
    return facts && { ...facts, read: (range) => this.read(key, facts, range) };
  }

  async delete(name: MediaName): Promise<boolean> {
    const key = this.getKey(name);
    if ((await this.objects.find(key)) === undefined) return false;
    await this.objects.delete(key);
    return true;
  }

  async deleteExpired({ now, keepFrom }: ExpiryLimits): Promise<number> {
    if (this.sweepToken === undefined && now.getTime() < this.nextSweepMs) return 0;
    this.nextSweepMs = now.getTime() + SWEEP_EVERY_MS;
    const { removed, next } = await sweepBucket(this.objects, {
      prefix: this.getKeyPrefix(),
      from: this.sweepToken,
      isOurs: (key) => this.parseKey(key) !== undefined,
      now,
      keepFrom,
    });
    this.sweepToken = next;
    return removed;
  }

  async *list(): AsyncGenerator<MediaName> {
    let next: string | undefined;
    do {
      const page = await this.objects.list(this.getKeyPrefix(), next);
      for (const { key } of page.objects) {
        const name = this.parseKey(key);
        if (name !== undefined) yield name;
      }
      ({ next } = page);
    } while (next !== undefined);
  }

  /** Tries every operation that files need, with a small temporary object. */
  async findTrouble(): Promise<string | undefined> {
    const key = `${this.getKeyPrefix()}check-${randomUUID()}`;
    const content = Buffer.from('Written by Modelgate to check write access. You can delete it.');
    try {
      await this.objects.put(key, content, { 'content-type': 'text/plain' });
      const facts = { sizeBytes: content.length, createdAt: new Date() };
      const read = await buffer(await this.read(key, facts));
      await this.objects.delete(key);
      if (!read.equals(content)) return 'an object read from the bucket differs from what was written';
      await this.objects.find(key);
      await this.objects.list(key);
      return undefined;
    } catch (error) {
      return this.client.describe(error);
    }
  }

  private async read(key: string, facts: ObjectFacts, range?: ByteRange): Promise<Readable> {
    const body = await this.objects.read(key, facts, range);
    if (body === undefined)
      throw toUnavailableError(new S3Error('the object no longer exists', { status: 404 }));
    return Readable.from(withStorageErrors(body), { objectMode: false });
  }

  private getKeyPrefix(): string {
    return `${this.options.settings.prefix}/`;
  }

  private getKey(name: MediaName): string {
    return this.getKeyPrefix() + getFileName(name);
  }

  private parseKey(key: string): MediaName | undefined {
    const prefix = this.getKeyPrefix();
    return key.startsWith(prefix) ? parseMediaName(key.slice(prefix.length)) : undefined;
  }
}

/** A multipart upload. The file does not exist before it is finished. */
class Upload {
  private readonly tags: string[] = [];
  private sizeBytes = 0;

  constructor(
    private readonly objects: S3Objects,
    private readonly key: string,
    private readonly id: string,
  ) {}

  async add(body: Uint8Array): Promise<void> {
    this.tags.push(await this.objects.putPart(this.key, this.id, { number: this.tags.length + 1, body }));
    this.sizeBytes += body.length;
  }

  finish(): Promise<void> {
    const { key, id, tags, sizeBytes } = this;
    return this.objects.finishUpload(key, id, { tags, sizeBytes });
  }

  /** An upload that cannot be aborted now is removed by a sweep. */
  async abort(): Promise<void> {
    await this.objects.abortUpload(this.key, this.id).catch(() => undefined);
  }
}

/** Errors of the storage are not errors of a model service, unlike those of other bodies. */
async function* withStorageErrors(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toUnavailableError(new S3Error((error as Error).message, { cause: error }));
  }
}
