import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('stored_responses')
export class StoredResponseEntity {
  /** A part of the key: ids are made by upstreams, which may give the same one to two owners. */
  @PrimaryColumn('text')
  owner: string;

  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'previous_id', nullable: true })
  previousId: string | null;

  /** The conversation, sealed for this row. */
  @Column('bytea')
  content: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
