import { type DataSource } from 'typeorm';
import { SessionDirectory } from '../sessions/session-directory.repository.js';
import { SignInAttempts } from './sign-in-attempts.repository.js';

export interface SignInChoresReport {
  expiredSessions: number;
  forgottenSignInAttempts: number;
}

/** Keeps both tables small. */
export class SignInChores {
  private readonly sessions: SessionDirectory;
  private readonly attempts: SignInAttempts;

  constructor(dataSource: DataSource) {
    this.sessions = new SessionDirectory(dataSource);
    this.attempts = new SignInAttempts(dataSource);
  }

  async run(now: Date): Promise<SignInChoresReport> {
    return {
      expiredSessions: await this.sessions.deleteExpired(now),
      forgottenSignInAttempts: await this.attempts.deleteForgotten(now),
    };
  }
}
