import { type ModelConfig } from '#config';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export type ModelPrice = NonNullable<ModelConfig['price']>;

export type RoutingStrategy = NonNullable<ModelConfig['strategy']>;

/** Who listens and speaks for a model that can only write, and with which voice. */
export type RealtimeSettings = NonNullable<ModelConfig['realtime']>;

/** Each in the place of what a channel says. */
export type ModelTimeouts = NonNullable<ModelConfig['timeouts']>;

@Entity('models')
export class ModelEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { array: true, nullable: true })
  capabilities: string[] | null;

  /** Dollars, by what is counted. */
  @Column('jsonb', { nullable: true })
  price: ModelPrice | null;

  @Column('integer', { name: 'deadline_minutes', nullable: true })
  deadlineMinutes: number | null;

  /** Other models to try where every channel of this one fails. */
  @Column('text', { array: true, nullable: true })
  fallbacks: string[] | null;

  @Column('text', { nullable: true })
  strategy: RoutingStrategy | null;

  /** When a second channel is raced, where no first token has come by then. */
  @Column('integer', { name: 'hedge_ms', nullable: true })
  hedgeMs: number | null;

  /** How long it is waited for, where that is not as its channels say. */
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
