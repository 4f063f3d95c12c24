import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';

/** A config file that was applied. The latest of them counts. */
export interface ConfigGeneration {
  /** Counts from 1. */
  generation: number;
  hash: string;
  source: 'start' | 'command' | 'api';
  appliedBy: string;
  appliedAt: Date;
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

  async add({
    hash,
    source,
    appliedBy,
  }: Omit<ConfigGeneration, 'generation' | 'appliedAt'>): Promise<number> {
    const [row] = await this.database.query<{ generation: number }[]>(
      `INSERT INTO config_generations (generation, hash, source, applied_by)
       SELECT coalesce(max(generation), 0) + 1, $1, $2, $3 FROM config_generations RETURNING generation`,
      [hash, source, appliedBy],
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
