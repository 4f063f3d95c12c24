import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { LimitedEntity } from './limited.entity.js';
import { type Origin } from './token.entity.js';

/** The limits that the tokens of one owner share. */
@Entity('owners')
export class OwnerEntity extends LimitedEntity {
  /** The name of the owner. */
  @PrimaryColumn('text')
  id: string;

  @Column('boolean')
  enabled: boolean;

  @Column('text')
  origin: Origin;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
