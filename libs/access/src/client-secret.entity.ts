import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('client_secrets')
export class ClientSecretEntity {
  @PrimaryColumn('bytea')
  hash: Buffer;

  @Column('uuid', { name: 'token_id' })
  tokenId: string;

  /** The initial settings of realtime sessions, sealed for this row. Null for the key of a console session. */
  @Column('bytea', { nullable: true })
  settings: Buffer | null;

  /** The hash of the console session that it was created in, if any. It ends with that session. */
  @Column('bytea', { name: 'session_hash', nullable: true })
  sessionHash: Buffer | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
