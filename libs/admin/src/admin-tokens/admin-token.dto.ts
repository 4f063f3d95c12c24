import { ADMIN_SCOPES, type AdminScope } from '#rights';
import { Flag, Line, Moment, Name, OneOf, Uuid } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';

const SCOPES = { list: { max: ADMIN_SCOPES.length } } as const;

export class AdminTokenListQuery extends ListQuery {
  @OneOf(['created_at', '-created_at'], { optional: true })
  sort: string = '-created_at';

  @Flag({ optional: true, description: 'Whether to include revoked tokens.' })
  include_revoked: boolean = false;
}

export class NewAdminTokenInput {
  @Name()
  name: string;

  @OneOf(ADMIN_SCOPES, {
    ...SCOPES,
    description: 'The permissions; `*` grants all. You cannot grant more than you have.',
    example: ['tokens:read', 'tokens:write'],
  })
  scopes: AdminScope[];

  @Moment({ optional: true, nullable: true, description: 'When it expires.' })
  expires_at?: string | null;
}

export const ADMIN_TOKEN_STATUSES = ['active', 'expired', 'revoked'] as const;

export class AdminTokenView {
  @Uuid()
  id: string;

  @Name()
  name: string;

  @Line({ description: 'The last characters of the key.', example: '…x7Qa' })
  key_hint: string;

  @OneOf(ADMIN_TOKEN_STATUSES)
  status: (typeof ADMIN_TOKEN_STATUSES)[number];

  @OneOf(ADMIN_SCOPES, SCOPES)
  scopes: readonly AdminScope[];

  @Line({ description: 'Who created it.' })
  created_by: string;

  @Moment()
  created_at: string;

  @Moment({ nullable: true })
  expires_at: string | null;

  @Moment({ nullable: true })
  last_used_at: string | null;

  @Moment({ nullable: true })
  revoked_at: string | null;
}

/** The response of a creation, the only one with the key. */
export class IssuedAdminTokenView extends AdminTokenView {
  @Line({ description: 'The key. It is shown only once.', example: 'mgat_…' })
  key: string;
}
