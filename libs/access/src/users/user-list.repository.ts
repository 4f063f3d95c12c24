import { type Page, type PageRequest, type SortColumns, keysetPage, listSorts } from '#database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type UserRole } from '#rights';
import { UserEntity } from './user.entity.js';

const SORT_COLUMNS: SortColumns = {
  email: { column: 'account.email', type: 'text' },
  created_at: { column: 'account.created_at', type: 'timestamptz' },
  // Users who never signed in sort first. The sort value must not be null, because the cursor contains it.
  last_sign_in_at: { column: `COALESCE(account.last_sign_in_at, 'epoch')`, type: 'timestamptz' },
};

export const USER_SORTS = listSorts(SORT_COLUMNS);

export interface UserFilter extends PageRequest {
  sort: string;
  /** A substring of the address. */
  email?: string;
  role?: UserRole;
  disabled?: boolean;
}

@Injectable()
export class UserListRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list({ email, role, disabled, ...paging }: UserFilter): Promise<Page<UserEntity>> {
    const rows = this.dataSource.getRepository(UserEntity).createQueryBuilder('account');
    if (email !== undefined) rows.andWhere('position(lower(:email) IN account.email) > 0', { email });
    if (role !== undefined) rows.andWhere('account.role = :role', { role });
    if (disabled !== undefined) {
      rows.andWhere('(account.disabled_at IS NOT NULL) = :disabled', { disabled });
    }
    return keysetPage(rows, SORT_COLUMNS, paging);
  }
}
