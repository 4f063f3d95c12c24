import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('stored_responses')
export class StoredResponseEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  owner: string;

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
