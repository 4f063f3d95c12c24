import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Config } from '#config';
import { type Transport } from '#egress';
import { type MediaStore, type SavedMedia, createMediaPlaces, createMediaStore } from '#media';
import { type S3Server } from '../s3/s3-server.js';

type Media = NonNullable<NonNullable<Config['file']>['media']>;

export interface HarnessOptions {
  store: 'folder' | 's3';
  server: S3Server;
  transport: Transport;
  /** Settings that differ from those of the server. */
  s3?: Partial<NonNullable<Media['s3']>>;
  logger?: Parameters<typeof createMediaPlaces>[0]['logger'];
}

/** A store of one kind, with access to its real content. */
export class StoreHarness {
  readonly folder: string;
  private readonly secretKey = randomBytes(32);

  private constructor(
    readonly dataDir: string,
    /** A separate prefix for each, with characters that have to be encoded. */
    private readonly prefix: string,
    private readonly options: HarnessOptions,
  ) {
    this.folder = join(dataDir, 'media');
    this.store = this.createStore(options.store);
  }

  readonly store: MediaStore;

  static async create(options: HarnessOptions): Promise<StoreHarness> {
    const dataDir = await mkdtemp(join(tmpdir(), 'modelgate-test-media-'));
    return new StoreHarness(dataDir, `tests (+é)/${randomBytes(4).toString('hex')}`, options);
  }

  /** The same files under either setting. */
  createStore(store: 'folder' | 's3', { knowsBucket = store === 's3' } = {}): MediaStore {
    return createMediaStore({
      dataDir: this.dataDir,
      places: this.createPlaces(store, knowsBucket),
      secretKeys: () => [this.secretKey],
      publicUrl: () => 'https://models.example.com/gate',
    });
  }

  createPlaces(store: 'folder' | 's3', knowsBucket = true): ReturnType<typeof createMediaPlaces> {
    const { server, transport, logger } = this.options;
    const s3 = { ...server.settings, prefix: this.prefix, ...this.options.s3 };
    const media: Media = { store, retentionDays: 30, ...(knowsBucket ? { s3 } : {}) };
    const config = { dataDir: this.dataDir, file: { media } } as unknown as Config;
    return createMediaPlaces({ config, transport, logger, firstDelayMs: 5 });
  }

  getPath({ id, extension }: { id: string; extension: string }): string {
    return join(this.folder, id.slice(0, 2), `${id}.${extension}`);
  }

  getKey({ id, extension }: SavedMedia): string {
    return `${this.prefix}/${id}.${extension}`;
  }

  async listFiles(): Promise<string[]> {
    const entries = await readdir(this.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    return [...files, ...(await this.listObjects())];
  }

  async listObjects(): Promise<string[]> {
    const keys = await this.options.server.listObjects();
    return keys.flatMap((key) =>
      key.startsWith(`${this.prefix}/`) ? [key.slice(this.prefix.length + 1)] : [],
    );
  }

  /** Makes a file look as if it had been written then. */
  age(saved: SavedMedia, then: Date): Promise<void> {
    if (this.options.store === 's3') return this.options.server.age({ key: this.getKey(saved) }, then);
    return utimes(this.getPath(saved), then, then);
  }

  async readContent({ id, extension }: SavedMedia, store = this.store): Promise<Buffer | undefined> {
    const media = await store.open(id, extension);
    return media && buffer(await media.read());
  }

  stop(): Promise<void> {
    return rm(this.dataDir, { recursive: true, force: true });
  }
}

export async function* getStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
