import { type ModelConfig } from '#config';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export type ModelPrice = NonNullable<ModelConfig['price']>;

export type RoutingStrategy = NonNullable<ModelConfig['strategy']>;

/** The transcription and speech models for a text model, and the voice. */
export type RealtimeSettings = NonNullable<ModelConfig['realtime']>;

/** Each replaces the timeout of a channel. */
export type ModelTimeouts = NonNullable<ModelConfig['timeouts']>;

@Entity('models')
export class ModelEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { array: true, nullable: true })
  capabilities: string[] | null;

  /** In dollars, by unit. */
  @Column('jsonb', { nullable: true })
  price: ModelPrice | null;

  @Column('integer', { name: 'deadline_minutes', nullable: true })
  deadlineMinutes: number | null;

  /** Other models to try if all channels of this one fail. */
  @Column('text', { array: true, nullable: true })
  fallbacks: string[] | null;

  @Column('text', { nullable: true })
  strategy: RoutingStrategy | null;

  /** A second channel is tried after this time without a first token. */
  @Column('integer', { name: 'hedge_ms', nullable: true })
  hedgeMs: number | null;

  /** The timeouts that differ from those of its channels. */
  @Column('jsonb', { nullable: true })
  timeouts: ModelTimeouts | null;

  @Column('jsonb', { nullable: true })
  realtime: RealtimeSettings | null;

  @Column('boolean')
  enabled: boolean;

  @Column('text')
  origin: 'file' | 'setup' | 'console';

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
