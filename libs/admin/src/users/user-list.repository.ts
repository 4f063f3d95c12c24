import { UserEntity } from '#access';
import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { keysetPage } from '../lists/keyset-page.repository.js';
import { type Page } from '../lists/page.js';
import { USER_SORT_COLUMNS } from './user-sorts.js';
import { type UserListQuery } from './user.dto.js';

@Injectable()
export class UserListRepository {
  constructor(private readonly database: Database) {}

  async list({ email, role, disabled, ...paging }: UserListQuery): Promise<Page<UserEntity>> {
    const rows = this.database.getRepository(UserEntity).createQueryBuilder('account');
    if (email !== undefined) rows.andWhere('position(lower(:email) IN account.email) > 0', { email });
    if (role !== undefined) rows.andWhere('account.role = :role', { role });
    if (disabled !== undefined) {
      rows.andWhere('(account.disabled_at IS NOT NULL) = :disabled', { disabled });
    }
    return keysetPage(rows, USER_SORT_COLUMNS, paging);
  }
}
