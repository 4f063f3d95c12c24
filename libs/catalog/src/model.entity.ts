import { type ModelConfig } from '#config';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export type ModelPrice = NonNullable<ModelConfig['price']>;

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

  @Column('boolean')
  enabled: boolean;

  @Column('text')
  origin: 'file' | 'setup' | 'console';

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
