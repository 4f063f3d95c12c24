import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { type Budget, type LimitColumns } from './limits.js';
import { type Origin } from './token.entity.js';

/** Somebody with several tokens, and what they may use together. */
@Entity('owners')
export class OwnerEntity implements LimitColumns {
  /** Its name. */
  @PrimaryColumn('text')
  id: string;

  @Column('integer', { nullable: true })
  rpm: number | null;

  @Column('integer', { nullable: true })
  tpm: number | null;

  @Column('integer', { nullable: true })
  concurrency: number | null;

  @Column('integer', { name: 'requests_per_day', nullable: true })
  requestsPerDay: number | null;

  @Column('jsonb', { nullable: true })
  budget: Budget | null;

  @Column('boolean')
  enabled: boolean;

  @Column('text')
  origin: Origin;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
