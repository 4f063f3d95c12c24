import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('client_secrets')
export class ClientSecretEntity {
  @PrimaryColumn('bytea')
  hash: Buffer;

  @Column('uuid', { name: 'token_id' })
  tokenId: string;

  /** What realtime sessions begin with, sealed for this row; null in a secret that stands for the whole token. */
  @Column('bytea', { nullable: true })
  settings: Buffer | null;

  /** Of the session that it ends with, where a person's session is behind it. */
  @Column('bytea', { name: 'session_hash', nullable: true })
  sessionHash: Buffer | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
