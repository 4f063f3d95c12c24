import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type AdminScope } from '#rights';
import { Access } from '#http-edge';

export interface ScopedRule {
  /** The scope that an admin token must have. */
  scope: Exclude<AdminScope, '*'>;
  /** Whether members may call it too. They only see their own data. */
  member: boolean;
}

/**
 * Who may call a route of the admin API: `anyone`, every authenticated caller (`known`), a signed-in `user`, or with a
 * ScopedRule admins, the operator, admin tokens with the scope and optionally members.
 */
export type AdminRule = 'anyone' | 'known' | 'user' | ScopedRule;

export const AdminRules = Reflector.createDecorator<AdminRule>();

/** Required on every route of the admin API: without it, the process does not start. */
export function AdminAccess(rule: AdminRule): ClassDecorator & MethodDecorator {
  return applyDecorators(Access('admin'), AdminRules(rule));
}
