import { TOKEN_SETTINGS, type TokenSettingColumns } from '#declarations';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { WithSettingColumns } from './with-setting-columns.entity.js';

/** How an entry was created. Entries of the config file can only be changed there. */
export type Origin = 'file' | 'setup' | 'console';

/** Tokens of the playground belong to a session of the console. They cannot be changed. */
export type TokenOrigin = Origin | 'playground';

@Entity('tokens')
export class TokenEntity extends WithSettingColumns(TOKEN_SETTINGS) implements TokenSettingColumns {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('bytea', { name: 'key_hash' })
  keyHash: Buffer;

  @Column('text', { name: 'key_hint' })
  keyHint: string;

  /** The previous key, while it is still valid. */
  @Column('bytea', { name: 'old_key_hash', nullable: true })
  oldKeyHash: Buffer | null;

  @Column('text', { name: 'old_key_hint', nullable: true })
  oldKeyHint: string | null;

  @Column('timestamptz', { name: 'old_key_until', nullable: true })
  oldKeyUntil: Date | null;

  /** The URL for events of this token, unless a request has its own. */
  @Column('text', { name: 'webhook_url', nullable: true })
  webhookUrl: string | null;

  /** Sealed. If null, webhooks are signed with a secret that is derived from the gateway's key. */
  @Column('bytea', { name: 'webhook_secret', nullable: true })
  webhookSecret: Buffer | null;

  @Column('boolean')
  enabled: boolean;

  @Column('text')
  origin: TokenOrigin;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
