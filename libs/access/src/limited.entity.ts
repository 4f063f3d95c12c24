import { Column } from 'typeorm';
import { type Budget, type LimitColumns } from './limits.js';

/** What tokens and owners have in common: what they may use and spend; null where nothing limits it. */
export abstract class LimitedEntity implements LimitColumns {
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
}
