import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate and its key, as PEM. */
export type Certificate = { cert: string; key: string };

const DAY = 86_400_000;

// DER's tags: RFC 5280 is written in them.
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11];
const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];

/** One value of DER: its tag, its length, and its content. */
function der(tag: number, ...content: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const bits = (content: Buffer): Buffer => der(BIT_STRING, [0], content);
const utcTime = (time: number): Buffer =>
  der(UTC_TIME, Buffer.from(`${new Date(time).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

/**
 * Makes a self-signed certificate for `localhost` and `127.0.0.1`, valid from yesterday on. Node reads certificates, but makes none; a pair in the
 * repository would expire, and a key in it looks like a leak.
 * @param namedCurve curve of its key, by OpenSSL's name
 * @param days until it expires; it has expired if they are below 0
 */
export function selfSigned(namedCurve = 'P-256', days = 30): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  const algorithm = der(SEQUENCE, der(OBJECT_ID, ECDSA_WITH_SHA256));
  // With two certificates of one name a reader could not distinguish the trusted one.
  const commonName = Buffer.from(`localhost ${randomBytes(4).toString('hex')}`);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_STRING, commonName))));
  const names = der(SEQUENCE, der(DNS_NAME, Buffer.from('localhost')), der(IP_ADDRESS, [127, 0, 0, 1]));
  const now = Date.now();
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, [2])),
    der(INTEGER, [1], randomBytes(8)),
    algorithm,
    name,
    der(SEQUENCE, utcTime(now - DAY), utcTime(now + days * DAY)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, der(OBJECT_ID, SUBJECT_ALT_NAME), der(OCTET_STRING, names)))),
  );
  const lines = der(SEQUENCE, body, algorithm, bits(sign('sha256', body, privateKey)))
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
