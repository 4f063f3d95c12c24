import { randomUUID } from 'node:crypto';
import {
  AdminTokenRepository,
  SessionDirectory,
  SignIn,
  type SignInOptions,
  type UserCheck,
  UserEntity,
  UserRepository,
  hashPassword,
} from '#access';
import { OPERATOR, type UserRole, authorizeChange } from '#rights';
import { createDataSource } from '#database';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';

export const PASSWORD = 'correct horse battery staple';
export const NOW = new Date('2026-03-01T12:00:00.000Z');
export const minutesLater = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

/** As the operator, who has all rights. */
export const asOperator: UserCheck = (before, after) =>
  authorizeChange(OPERATOR, { kind: 'user', before, after });

/** Users, sessions and admin tokens in their own database. */
export class AccessHarness {
  readonly users: UserRepository;
  readonly sessions: SessionDirectory;
  readonly adminTokens: AdminTokenRepository;
  private passwordHash: string | undefined;

  private constructor(
    readonly database: TestDatabase,
    readonly dataSource: ReturnType<typeof createDataSource>,
  ) {
    this.users = new UserRepository(dataSource);
    this.sessions = new SessionDirectory(dataSource);
    this.adminTokens = new AdminTokenRepository(dataSource);
  }

  static async open(): Promise<AccessHarness> {
    const database = await createTestDatabase();
    const dataSource = createDataSource({ url: database.url, entities: [UserEntity], poolSize: 10 });
    await dataSource.initialize();
    return new AccessHarness(database, dataSource);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
  }

  /** Resets everything for the next test. */
  async reset(): Promise<void> {
    // DELETE, because the few rows make it faster than TRUNCATE.
    const tables = ['user_sessions', 'known_networks', 'sign_in_attempts', 'admin_tokens', 'users'];
    await this.database.query(tables.map((table) => `DELETE FROM ${table}`).join('; '));
  }

  /** A user whose password is PASSWORD. */
  async addUser(email: string, role: UserRole = 'member'): Promise<UserEntity> {
    this.passwordHash ??= await hashPassword(PASSWORD);
    const after = { id: randomUUID(), email, passwordHash: this.passwordHash, role };
    return this.users.create(authorizeChange(OPERATOR, { kind: 'user', before: undefined, after }));
  }

  /** The sign-in of one process. */
  signIn(options?: SignInOptions): SignIn {
    return new SignIn(this.dataSource, options);
  }

  startSession(userId: string, now = NOW) {
    return this.sessions.start(userId, { address: '192.0.2.1', userAgent: 'a browser' }, now);
  }
}
