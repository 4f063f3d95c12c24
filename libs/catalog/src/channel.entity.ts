import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { type ChannelTimeouts } from './channel.js';

@Entity('channels')
export class ChannelEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  provider: string;

  @Column('text', { name: 'base_url', nullable: true })
  baseUrl: string | null;

  /** Keys, headers and `auth`, encrypted for this row. */
  @Column('bytea')
  secrets: Buffer;

  @Column('jsonb')
  models: { id: string; upstream: string }[];

  @Column('text', { array: true, nullable: true })
  formats: string[] | null;

  @Column('text', { name: 'api_version', nullable: true })
  apiVersion: string | null;

  @Column('text', { nullable: true })
  region: string | null;

  @Column('text', { nullable: true })
  project: string | null;

  @Column('text', { nullable: true })
  location: string | null;

  @Column('integer')
  priority: number;

  @Column('double precision')
  weight: number;

  @Column('integer', { name: 'max_concurrency', nullable: true })
  maxConcurrency: number | null;

  @Column('integer', { name: 'max_connections', nullable: true })
  maxConnections: number | null;

  @Column('boolean', { name: 'prompt_caching', nullable: true })
  promptCaching: boolean | null;

  @Column('boolean', { nullable: true })
  repair: boolean | null;

  @Column('boolean', { name: 'believe_upstream_cost', nullable: true })
  believeUpstreamCost: boolean | null;

  @Column('jsonb')
  timeouts: Partial<ChannelTimeouts>;

  @Column('boolean')
  enabled: boolean;

  @Column('text')
  origin: 'file' | 'setup' | 'console';

  /** For channels with the origin `file`: who applied the file. Null in rows of older versions. */
  @Column('text', { name: 'declared_by', nullable: true })
  declaredBy: 'operator' | 'api' | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
