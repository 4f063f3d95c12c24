import { randomBytes, randomUUID } from 'node:crypto';
import { AdminTokenRepository, SessionDirectory, UserEntity, UserRepository, hashPassword } from '#access';
import { type AdminScope, OPERATOR, authorizeChange } from '#rights';
import { type Database, createDataSource } from '#database';
import { type TestGateway } from '../harness/index.js';

export const PASSWORD = 'correct horse battery staple';

export interface Person {
  id: string;
  email: string;
  /** The headers of a browser with this session. */
  headers: Record<string, string>;
}

/** Creates callers of a gateway directly in the database, because their permissions are what is tested. */
export class People {
  private constructor(
    private readonly gateway: TestGateway,
    private readonly database: Database,
    private readonly passwordHash: string,
  ) {}

  static async of(gateway: TestGateway, makeHash = hashPassword): Promise<People> {
    const database = createDataSource({ url: gateway.database.url, entities: [UserEntity], poolSize: 2 });
    await database.initialize();
    return new People(gateway, database, await makeHash(PASSWORD));
  }

  /** A new user who is signed in. */
  async signedIn(role: 'admin' | 'member', options: { mustChangePassword?: boolean } = {}): Promise<Person> {
    const email = `${role}-${randomBytes(6).toString('hex')}@example.com`;
    const { passwordHash } = this;
    const users = new UserRepository(this.database);
    const after = { id: randomUUID(), email, passwordHash, role, ...options };
    const { id } = await users.create(authorizeChange(OPERATOR, { kind: 'user', before: undefined, after }));
    return { id, email, headers: await this.getSession(id) };
  }

  async getSession(userId: string): Promise<Record<string, string>> {
    const { id } = await new SessionDirectory(this.database).start(
      userId,
      { address: '127.0.0.1' },
      new Date(),
    );
    // Over https the cookie has another name; a caller with both is accepted either way.
    return { cookie: `mg_session=${id}; __Host-mg_session=${id}`, origin: this.gateway.origin };
  }

  /** A script with an admin token of these scopes. */
  async script(
    scopes: readonly AdminScope[],
    { expiresAt = null }: { expiresAt?: Date | null } = {},
  ): Promise<Record<string, string>> {
    const name = `script ${randomBytes(6).toString('hex')}`;
    const tokens = new AdminTokenRepository(this.database);
    const after = { name, scopes, createdBy: 'a test', createdByUser: null, expiresAt };
    const wanted = { kind: 'admin-token', before: undefined, after } as const;
    const { value } = await tokens.create(authorizeChange(OPERATOR, wanted), new Date());
    return { authorization: `Bearer ${value}` };
  }

  async leave(): Promise<void> {
    await this.database.destroy();
  }
}
