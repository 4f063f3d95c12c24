import { randomBytes } from 'node:crypto';
import { GatewayError, type JsonObject } from '#canonical';
import { SecretBox, hashTokenKey } from '#secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, IsNull, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { ClientSecretEntity } from './client-secret.entity.js';

const PREFIX = 'ek_';
const RANDOM_BYTES = 32;

/** What a short-lived secret stands for. */
export interface ClientSecret {
  /** The token that asked for it. Whether that one is still good is for whoever uses the secret to ask. */
  tokenId: string;
  /** Of the key of a person's session that it was made with, if it was: it is good only while that is. */
  sessionKeyHash?: string;
  /** What its sessions begin with. */
  settings: JsonObject;
  expiresAt: Date;
}

/** Secrets for clients that nobody would trust with a token. Each may be used any number of times until it expires. */
@Injectable()
export class ClientSecretRepository {
  private readonly secrets: Repository<ClientSecretEntity>;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {
    this.secrets = dataSource.getRepository(ClientSecretEntity);
  }

  /** The secret itself, to be shown once: only its hash is stored. */
  async create({ tokenId, sessionKeyHash, settings, expiresAt }: ClientSecret): Promise<string> {
    const secret = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
    const hash = hashTokenKey(secret);
    const sealed = this.secretBox.seal(JSON.stringify(settings), toPlace(hash));
    const sessionHash = await this.findSessionHash(sessionKeyHash);
    await this.secrets.insert({ hash, tokenId, settings: sealed, sessionHash, expiresAt });
    return secret;
  }

  async find(secret: string, now: Date): Promise<ClientSecret | undefined> {
    const hash = hashTokenKey(secret);
    const entity = await this.secrets.findOneBy({ hash, expiresAt: MoreThan(now) });
    if (entity === null || entity.settings === null) return undefined;
    const { tokenId, settings, sessionHash, expiresAt } = entity;
    const opened = JSON.parse(this.secretBox.open(settings, toPlace(hash))) as JsonObject;
    const sessionKeyHash = await this.findSessionKeyHash(sessionHash, now);
    return { tokenId, sessionKeyHash, settings: opened, expiresAt };
  }

  async deleteExpired(now: Date): Promise<number> {
    const { affected } = await this.secrets.delete({ expiresAt: LessThanOrEqual(now) });
    return affected ?? 0;
  }

  private async findSessionHash(sessionKeyHash: string | undefined): Promise<Buffer | null> {
    if (sessionKeyHash === undefined) return null;
    const key = await this.secrets.findOneBy({ hash: Buffer.from(sessionKeyHash, 'hex') });
    if (key === null) throw new GatewayError('unknown-token', 'The session of this token is over.');
    return key.sessionHash;
  }

  /** Of a session whose key has expired, one that no token has. */
  private async findSessionKeyHash(sessionHash: Buffer | null, now: Date): Promise<string | undefined> {
    if (sessionHash === null) return undefined;
    const key = await this.secrets.findOneBy({ sessionHash, settings: IsNull(), expiresAt: MoreThan(now) });
    return key === null ? '' : key.hash.toString('hex');
  }
}

function toPlace(hash: Buffer): string {
  return `client_secrets/${hash.toString('hex')}/settings`;
}
