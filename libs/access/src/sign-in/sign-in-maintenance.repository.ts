import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { SessionDirectory } from '../sessions/session-directory.repository.js';
import { KnownNetworks } from './known-networks.repository.js';
import { SignInAttempts } from './sign-in-attempts.repository.js';

export interface SignInMaintenanceReport {
  expiredSessions: number;
  forgottenSignInAttempts: number;
  forgottenNetworks: number;
}

/** Keeps the tables small. */
@Injectable()
export class SignInMaintenance {
  private readonly sessions: SessionDirectory;
  private readonly attempts: SignInAttempts;
  private readonly networks: KnownNetworks;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.sessions = new SessionDirectory(dataSource);
    this.attempts = new SignInAttempts(dataSource);
    this.networks = new KnownNetworks(dataSource);
  }

  async run(now: Date): Promise<SignInMaintenanceReport> {
    return {
      expiredSessions: await this.sessions.deleteExpired(now),
      forgottenSignInAttempts: await this.attempts.deleteForgotten(now),
      forgottenNetworks: await this.networks.deleteForgotten(now),
    };
  }
}
