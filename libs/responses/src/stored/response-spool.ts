import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type JsonObject } from '#canonical';
import { type StorageAmount } from '#quotas';
import { type SecretBox } from '#secrets';
import { encodeLargeJson, parseStoredJson } from '#wire';
import { type StoredResponse, type StoredTimes } from './stored-response.js';

const WHOLE = '.response';
const UNFINISHED = '.part';
/** A file that cannot be read, or that the database refuses, is kept for an operator to look at. */
const PUT_ASIDE = '.unreadable';
const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = new Map([
  [UNFINISHED, DAY_MS],
  [PUT_ASIDE, 30 * DAY_MS],
]);

export interface ResponseSpoolOptions {
  folder: string;
  secretBox: SecretBox;
  /** What all files may take together. */
  max: StorageAmount;
}

export interface SpooledResponse extends StoredTimes {
  owner: string;
  stored: StoredResponse;
}

interface SpoolFile {
  sizeBytes: number;
  /** Known for what this process has written itself. */
  owner: string | undefined;
}

export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

/**
 * Responses on this machine's disk that the database does not have yet. Each is a sealed file of its own that is never
 * changed, so any number of processes can share the folder, and any of them can bring a file to the database.
 */
export class ResponseSpool {
  /** As of the last look at the folder, and what this process has added since. */
  private readonly files = new Map<string, SpoolFile>();
  private isReady: Promise<void> | undefined;

  /** Called after each response that was added. */
  onAdded: () => void = () => undefined;

  constructor(private readonly options: ResponseSpoolOptions) {}

  /** How many responses wait for the database. */
  get size(): number {
    return this.files.size;
  }

  /** On disk when it resolves. Throws where there is no room, or the disk takes nothing. */
  async add(owner: string, stored: StoredResponse, times: StoredTimes, quota: StorageAmount): Promise<void> {
    const name = getName(owner, stored.id);
    const sealed = await this.seal(name, owner, stored, times);
    this.requireRoom(owner, sealed.length, quota);
    const before = this.files.get(name);
    this.files.set(name, { sizeBytes: sealed.length, owner });
    try {
      await this.write(name, sealed);
    } catch (error) {
      if (before === undefined) this.files.delete(name);
      throw error;
    }
    this.onAdded();
  }

  /** How many bytes a response takes here; undefined where it is not here. */
  async findSize(owner: string, id: string): Promise<number | undefined> {
    const found = await ignoreAbsence(stat(this.getPath(getName(owner, id))));
    return found?.size;
  }

  /** Undefined where it is not here, or not any more. */
  async read(owner: string, id: string): Promise<SpooledResponse | undefined> {
    return this.readFile(getName(owner, id));
  }

  /** Whether it was here. */
  async remove(owner: string, id: string): Promise<boolean> {
    const name = getName(owner, id);
    const size = await this.findSize(owner, id);
    await this.removeFile(name);
    return size !== undefined;
  }

  /** The names of all files, oldest name first, also those of other processes. Removes what was left over long ago. */
  async list(): Promise<string[]> {
    const entries = (await ignoreAbsence(readdir(this.options.folder))) ?? [];
    const names = entries.filter((name) => name.endsWith(WHOLE)).map((name) => name.slice(0, -WHOLE.length));
    const present = new Set(names);
    for (const known of this.files.keys()) if (!present.has(known)) this.files.delete(known);
    for (const name of names) await this.note(name);
    for (const entry of entries) await this.removeIfOld(entry);
    return names;
  }

  getSize(name: string): number {
    return this.files.get(name)?.sizeBytes ?? 0;
  }

  async hasFile(name: string): Promise<boolean> {
    return (await ignoreAbsence(stat(this.getPath(name)))) !== undefined;
  }

  async readFile(name: string): Promise<SpooledResponse | undefined> {
    const sealed = await ignoreAbsence(readFile(this.getPath(name)));
    if (sealed === undefined) return undefined;
    const opened = await this.options.secretBox.openLarge(sealed, getPlace(name));
    return toSpooled(await parseStoredJson(opened));
  }

  async removeFile(name: string): Promise<void> {
    await rm(this.getPath(name), { force: true });
    this.files.delete(name);
  }

  async putAside(name: string): Promise<void> {
    await ignoreAbsence(rename(this.getPath(name), join(this.options.folder, name + PUT_ASIDE)));
    this.files.delete(name);
  }

  private async seal(
    name: string,
    owner: string,
    { id, previousId, input, response }: StoredResponse,
    { createdAt, expiresAt }: StoredTimes,
  ): Promise<Buffer> {
    const times = { createdAtMs: createdAt.getTime(), expiresAtMs: expiresAt.getTime() };
    const content = await encodeLargeJson({
      owner,
      id,
      previousId: previousId ?? null,
      ...times,
      input,
      response,
    });
    return this.options.secretBox.sealLarge(content, getPlace(name));
  }

  private requireRoom(owner: string, bytes: number, quota: StorageAmount): void {
    const all = { items: 1, bytes };
    const own = { items: 1, bytes };
    for (const file of this.files.values()) {
      addTo(all, file);
      if (file.owner === owner) addTo(own, file);
    }
    if (!isWithin(all, this.options.max) || !isWithin(own, quota)) {
      throw new SpoolFull('as many responses wait for the database as may');
    }
  }

  private async write(name: string, sealed: Buffer): Promise<void> {
    this.isReady ??= prepare(this.options.folder).catch((error: unknown) => {
      this.isReady = undefined;
      throw error;
    });
    await this.isReady;
    const draft = join(this.options.folder, `${name}-${randomBytes(6).toString('hex')}${UNFINISHED}`);
    try {
      await writeWhole(draft, sealed);
      await rename(draft, this.getPath(name));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncFolder(this.options.folder);
  }

  private async note(name: string): Promise<void> {
    if (this.files.has(name)) return;
    const found = await ignoreAbsence(stat(this.getPath(name)));
    if (found !== undefined) this.files.set(name, { sizeBytes: found.size, owner: undefined });
  }

  private async removeIfOld(entry: string): Promise<void> {
    const keptMs = [...KEPT_MS].find(([ending]) => entry.endsWith(ending))?.[1];
    if (keptMs === undefined) return;
    const path = join(this.options.folder, entry);
    const found = await ignoreAbsence(stat(path));
    if (found !== undefined && Date.now() - found.mtimeMs > keptMs) await rm(path, { force: true });
  }

  private getPath(name: string): string {
    return join(this.options.folder, name + WHOLE);
  }
}

function addTo(amount: StorageAmount, { sizeBytes }: SpoolFile): void {
  amount.items += 1;
  amount.bytes += sizeBytes;
}

function isWithin(amount: StorageAmount, limit: StorageAmount): boolean {
  return amount.items <= limit.items && amount.bytes <= limit.bytes;
}

/** Tells nothing of the owner, and is safe as the name of a file, whatever the id is. */
function getName(owner: string, id: string): string {
  return createHash('sha256').update(`${owner}\0${id}`).digest('hex');
}

function getPlace(name: string): string {
  return `responses/${name}`;
}

function toSpooled(content: JsonObject): SpooledResponse {
  const { owner, id, previousId, createdAtMs, expiresAtMs, input, response } = content as unknown as {
    owner: string;
    id: string;
    previousId: string | null;
    createdAtMs: number;
    expiresAtMs: number;
    input: JsonObject[];
    response: JsonObject;
  };
  return {
    owner,
    stored: { id, previousId: previousId ?? undefined, input, response },
    createdAt: new Date(createdAtMs),
    expiresAt: new Date(expiresAtMs),
  };
}

async function prepare(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** A name is an entry of its folder, which is written to the disk separately. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A path below something that is no folder is absent, too. */
async function ignoreAbsence<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
