import { type Principal } from '../access/principal.js';
import { type SessionView } from './session.dto.js';

export function viewSession(principal: Principal): SessionView {
  const nobody = { id: null, role: null, scopes: null, must_change_password: false };
  switch (principal.kind) {
    case 'user': {
      const { kind, userId: id, email: name, role, mustChangePassword } = principal;
      return { ...nobody, kind, id, name, role, must_change_password: mustChangePassword };
    }
    case 'admin-token': {
      const { kind, id, name, scopes } = principal;
      return { ...nobody, kind, id, name, scopes };
    }
    case 'operator':
      return { ...nobody, kind: principal.kind, name: 'operator' };
  }
}
