import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { type UserRole } from '#rights';
import { LimitedEntity } from '../limited.entity.js';

@Entity('users')
export class UserEntity extends LimitedEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** Lower case. */
  @Column('text')
  email: string;

  @Column('text', { name: 'password_hash' })
  passwordHash: string;

  @Column('text')
  role: UserRole;

  /** Set if an admin chose the password. */
  @Column('boolean', { name: 'must_change_password', default: false })
  mustChangePassword: boolean;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt: Date | null;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt: Date | null;

  /** How many tokens the user may have; null if the default applies. */
  @Column('integer', { name: 'max_tokens', nullable: true })
  maxTokens: number | null;

  /** The models that the tokens of the user may use; null if the default for members applies. */
  @Column('text', { array: true, nullable: true })
  models: string[] | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
