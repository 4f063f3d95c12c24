import { LimitedEntity } from './limited.entity.js';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** Where an entry comes from: what the config file declares can only be changed there. */
export type Origin = 'file' | 'setup' | 'console';

/** The playground's are made for people who have signed in, and are nobody's to change. */
export type TokenOrigin = Origin | 'playground';

@Entity('tokens')
export class TokenEntity extends LimitedEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('bytea', { name: 'key_hash' })
  keyHash: Buffer;

  @Column('text', { name: 'key_hint' })
  keyHint: string;

  /** The key before this one, while it may still be used. */
  @Column('bytea', { name: 'old_key_hash', nullable: true })
  oldKeyHash: Buffer | null;

  @Column('text', { name: 'old_key_hint', nullable: true })
  oldKeyHint: string | null;

  @Column('timestamptz', { name: 'old_key_until', nullable: true })
  oldKeyUntil: Date | null;

  @Column('text', { nullable: true })
  owner: string | null;

  @Column('text', { array: true, nullable: true })
  models: string[] | null;

  @Column('text', { name: 'allowed_ips', array: true, nullable: true })
  allowedIps: string[] | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  /** Who is called when something of this token's is done, where a request names nobody else. */
  @Column('text', { name: 'webhook_url', nullable: true })
  webhookUrl: string | null;

  /** Sealed; without one, calls are signed with a secret that is derived from the gateway's key. */
  @Column('bytea', { name: 'webhook_secret', nullable: true })
  webhookSecret: Buffer | null;

  @Column('integer', { name: 'cache_ttl_seconds', nullable: true })
  cacheTtlSeconds: number | null;

  /** For how many days what its requests ask and are answered is kept; null where none of it is. */
  @Column('integer', { name: 'content_days', nullable: true })
  contentDays: number | null;

  @Column('boolean')
  enabled: boolean;

  @Column('text')
  origin: TokenOrigin;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
