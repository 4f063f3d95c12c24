import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('client_secrets')
export class ClientSecretEntity {
  @PrimaryColumn('bytea')
  hash: Buffer;

  @Column('uuid', { name: 'token_id' })
  tokenId: string;

  /** Sealed for this row. */
  @Column('bytea')
  settings: Buffer;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
