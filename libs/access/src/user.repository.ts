import { randomUUID } from 'node:crypto';
import { type DataSource, type Repository } from 'typeorm';
import { UserEntity } from './user.entity.js';

export class UserRepository {
  private readonly users: Repository<UserEntity>;

  constructor(dataSource: DataSource) {
    this.users = dataSource.getRepository(UserEntity);
  }

  async hasAny(): Promise<boolean> {
    return this.users.exists();
  }

  async createAdmin(email: string, passwordHash: string): Promise<void> {
    await this.users.insert({ id: randomUUID(), email, passwordHash, role: 'admin' });
  }
}
