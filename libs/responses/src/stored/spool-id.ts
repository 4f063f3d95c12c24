import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG, type Config } from '#config';
import { makeDurableFolder, writeNewFile } from '#database';
import { Inject, Injectable } from '@nestjs/common';

const FILE = 'response-spool-id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of the folder with spooled responses, which all processes of this data folder share. It is not in backups. */
@Injectable()
export class SpoolId {
  private readonly dataDir: string;
  private id: string | undefined;

  constructor(@Inject(CONFIG) { dataDir }: Config) {
    this.dataDir = dataDir;
  }

  /** Undefined if the folder was never announced. */
  async find(): Promise<string | undefined> {
    this.id ??= await this.read();
    return this.id;
  }

  async findOrCreate(): Promise<string> {
    return (await this.find()) ?? (await this.create());
  }

  /** If several processes create an id, the first one is used. */
  private async create(): Promise<string> {
    await makeDurableFolder(this.dataDir);
    const id = randomUUID();
    const draft = join(this.dataDir, `${FILE}.${id}`);
    try {
      await writeNewFile(draft, Buffer.from(`${id}\n`));
      await link(draft, join(this.dataDir, FILE));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // The file has an id, unless it is damaged.
      if ((await this.find()) === undefined) await rename(draft, join(this.dataDir, FILE));
    } finally {
      await rm(draft, { force: true });
    }
    return (await this.find()) ?? id;
  }

  private async read(): Promise<string | undefined> {
    try {
      const text = (await readFile(join(this.dataDir, FILE), 'utf8')).trim();
      return UUID.test(text) ? text : undefined;
    } catch {
      return undefined;
    }
  }
}
