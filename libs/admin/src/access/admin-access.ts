import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type AdminScope } from '#rights';
import { Access } from '#http-edge';

export interface ScopedRule {
  /** What an admin token has to have been given. */
  scope: Exclude<AdminScope, '*'>;
  /** Whether members may call it too; they get to see only what is theirs. */
  member: boolean;
}

/**
 * Who may call a route of the admin API: `anyone` at all, whoever is `known` here, a `user` who has signed in, or, by
 * what it touches, admins, the operator, admin tokens with its scope and perhaps members.
 */
export type AdminRule = 'anyone' | 'known' | 'user' | ScopedRule;

export const AdminRules = Reflector.createDecorator<AdminRule>();

/** On every route of the admin API; one without it does not start. */
export function AdminAccess(rule: AdminRule): ClassDecorator & MethodDecorator {
  return applyDecorators(Access('admin'), AdminRules(rule));
}
