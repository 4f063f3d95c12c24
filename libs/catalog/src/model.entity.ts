import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

@Entity('models')
export class ModelEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { array: true, nullable: true })
  capabilities: string[] | null;

  @Column('boolean')
  enabled: boolean;

  @Column('text')
  origin: 'file' | 'setup' | 'console';

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;
}
