import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';

/** An applied config file. The one with the highest generation is active. */
export interface ConfigGeneration {
  /** The generation in the file, or else one more than the last. */
  generation: number;
  hash: string;
  source: 'start' | 'command' | 'api';
  appliedBy: string;
  appliedAt: Date;
}

/** A config file: its hash, and the generation that it contains, if any. */
interface ConfigFileState {
  hash: string;
  generation?: number | undefined;
}

const SELECT = `SELECT generation, hash, source, applied_by AS "appliedBy", applied_at AS "appliedAt"
  FROM config_generations`;

/** The applied config files, and the last seen hash of each file path. Writers must hold the setup lock. */
@Injectable()
export class ConfigGenerationRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  async findCurrent(): Promise<ConfigGeneration | undefined> {
    const [row] = await this.database.query<ConfigGeneration[]>(`${SELECT} ORDER BY generation DESC LIMIT 1`);
    return row;
  }

  /** The latest application of a file with this hash. */
  async findByHash(hash: string): Promise<ConfigGeneration | undefined> {
    const [row] = await this.database.query<ConfigGeneration[]>(
      `${SELECT} WHERE hash = $1 ORDER BY generation DESC LIMIT 1`,
      [hash],
    );
    return row;
  }

  /** Uses the generation of the file, unless an equal or higher one was already applied. */
  async add(
    {
      after: { hash, generation = 0 },
    }: AuthorizedChange<'config', ConfigFileState | undefined, ConfigFileState>,
    { source, appliedBy }: Pick<ConfigGeneration, 'source' | 'appliedBy'>,
  ): Promise<number> {
    const [row] = await this.database.query<{ generation: number }[]>(
      `INSERT INTO config_generations (generation, hash, source, applied_by)
       SELECT greatest(coalesce(max(generation), 0) + 1, $4::integer), $1, $2, $3 FROM config_generations
       RETURNING generation`,
      [hash, source, appliedBy, generation],
    );
    if (row === undefined) throw new Error('the database returned no generation');
    return row.generation;
  }

  /** The hash of the file at this place when it was last read. */
  async findSeenHash(place: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ hash: string }[]>(
      'SELECT hash FROM config_places WHERE place = $1',
      [place],
    );
    return row?.hash;
  }

  async recordSeenHash(place: string, hash: string): Promise<void> {
    await this.database.query(
      `INSERT INTO config_places (place, hash) VALUES ($1, $2)
       ON CONFLICT (place) DO UPDATE SET hash = excluded.hash, seen_at = now()`,
      [place, hash],
    );
  }
}
