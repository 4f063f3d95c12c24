import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';

/** A config file that was applied. The one with the highest generation counts. */
export interface ConfigGeneration {
  /** The one that the file names, or else one more than the last. */
  generation: number;
  hash: string;
  source: 'start' | 'command' | 'api';
  appliedBy: string;
  appliedAt: Date;
}

/** A file that is to count: its hash, and the generation that it names. */
interface ConfigFileState {
  hash: string;
  generation?: number | undefined;
}

const SELECT = `SELECT generation, hash, source, applied_by AS "appliedBy", applied_at AS "appliedAt"
  FROM config_generations`;

/** Which config files were applied, and where which was seen last. Whoever writes holds the setup lock. */
@Injectable()
export class ConfigGenerationRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  async findCurrent(): Promise<ConfigGeneration | undefined> {
    const [row] = await this.database.query<ConfigGeneration[]>(`${SELECT} ORDER BY generation DESC LIMIT 1`);
    return row;
  }

  /** The last time that a file with this hash was applied. */
  async findByHash(hash: string): Promise<ConfigGeneration | undefined> {
    const [row] = await this.database.query<ConfigGeneration[]>(
      `${SELECT} WHERE hash = $1 ORDER BY generation DESC LIMIT 1`,
      [hash],
    );
    return row;
  }

  /** Takes the generation that the file names, unless a higher one was applied before. */
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
    if (row === undefined) throw new Error('a generation that was added has a number');
    return row.generation;
  }

  /** What the file at this place said when somebody looked last. */
  async findSeen(place: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ hash: string }[]>(
      'SELECT hash FROM config_places WHERE place = $1',
      [place],
    );
    return row?.hash;
  }

  async noteSeen(place: string, hash: string): Promise<void> {
    await this.database.query(
      `INSERT INTO config_places (place, hash) VALUES ($1, $2)
       ON CONFLICT (place) DO UPDATE SET hash = excluded.hash, seen_at = now()`,
      [place, hash],
    );
  }
}
