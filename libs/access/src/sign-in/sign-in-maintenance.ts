import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { SessionDirectory } from '../sessions/session-directory.js';
import { KnownNetworks } from './known-networks.js';
import { SignInAttempts } from './sign-in-attempts.js';

export interface SignInMaintenanceReport {
  expiredSessions: number;
  forgottenSignInAttempts: number;
  forgottenNetworks: number;
}

/** Deletes expired sessions, sign-in attempts and known networks. */
@Injectable()
export class SignInMaintenance {
  private readonly sessions: SessionDirectory;
  private readonly attempts: SignInAttempts;
  private readonly networks: KnownNetworks;

  constructor(dataSource: Database) {
    this.sessions = new SessionDirectory(dataSource);
    this.attempts = new SignInAttempts(dataSource);
    this.networks = new KnownNetworks(dataSource);
  }

  async run(now: Date): Promise<SignInMaintenanceReport> {
    return {
      expiredSessions: await this.sessions.deleteExpired(now),
      forgottenSignInAttempts: await this.attempts.deleteExpired(now),
      forgottenNetworks: await this.networks.deleteExpired(now),
    };
  }
}
