import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { type UserRole } from '#rights';
import { LimitedEntity } from '../limited.entity.js';

@Entity('users')
export class UserEntity extends LimitedEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** In small letters. */
  @Column('text')
  email: string;

  @Column('text', { name: 'password_hash' })
  passwordHash: string;

  @Column('text')
  role: UserRole;

  /** Whoever gave the password has chosen it for somebody else. */
  @Column('boolean', { name: 'must_change_password', default: false })
  mustChangePassword: boolean;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt: Date | null;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt: Date | null;

  /** How many tokens of their own; null where that is the usual number. */
  @Column('integer', { name: 'max_tokens', nullable: true })
  maxTokens: number | null;

  /** Those that their tokens may use; null where it is what counts for every member. */
  @Column('text', { array: true, nullable: true })
  models: string[] | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
