import type { Checkpoint, RecordKey } from '#server/storage/stores/checkpoints.ts';
import { fingerprintOf, SPKI, verifierLine } from '../proof/signed-note.ts';

type Facts = {
  upTo: Checkpoint;
  /** The key that signed `upTo`. */
  key: RecordKey;
  keys: readonly RecordKey[];
  /** Documents in the bundle, and submissions whose document is not in it. */
  contents: number;
  removed: number;
  withheld: number;
};

/** Explains a bundle, with commands that prove it. The lines of commands are indented by four. */
export function bundleReadme({ upTo, key, keys, contents, removed, withheld }: Facts): string {
  const der = Buffer.concat([SPKI, Buffer.from(key.public, 'base64')]).toString('base64');
  return `Records of Ready, with their proof, up to ${upTo.at}

Records: ${upTo.records}. Documents: ${contents}. Documents that are not here, of what was asked for: ${removed} were removed, ${withheld} have private fields, which never leave.

records.jsonl     every record of the organization: its number, the texts of which its checksum is made ("array"), the checksum, and the link
                  of the chain. Texts: record, document, template, organization, name, file, format, time, author, line breaks, version of the
                  template, SHA-256 of the document, checksum of the record before it, two texts that only old records have
audit.jsonl       the organization's entries of the audit log, in the same form. Texts: time, action, actor, organization, subject, address,
                  detail, checksum of the entry before it
contents/         documents as they were submitted, each named by its SHA-256
received.csv      which displays showed the documents, and when
checkpoints.txt   signed notes (C2SP): number and link of the newest record, then of the audit log, and the time
stamps/           time stamps of checkpoints (RFC 3161), each named by the SHA-256 of its checkpoint
keys.txt          the public keys, each with the note by which the key before it vouches for it; the first vouches for itself

Checksum: the SHA-256 of the JSON text of "array". Link: the SHA-256 of the JSON text of [link before it, checksum]; null is before the first.

The key, which you should compare with a copy from elsewhere, such as a printed record:
${keys.map((one) => `${verifierLine(one)}\n  fingerprint ${fingerprintOf(one.public)}`).join('\n')}

Proof by hand, in a shell (sh) in this folder, with sha256sum, jq and openssl. Each part says what it found; "NO" marks what does not fit.

1. Each record and each entry of the audit log is as it was written, and none is missing in between. Entries that were purged are named by a later one.

    check() {
      link=null; last=0
      while IFS= read -r line; do
        number=\${line#*:}; number=\${number%%,*}
        if [ "$number" != $((last + 1)) ] && [ "$1" = audit.jsonl ]; then
          link=$(grep -o "[ ,]$((number - 1)) [0-9a-f]\\{64\\} [0-9a-f]\\{64\\}" audit.jsonl | head -n 1 | cut -d ' ' -f 3)
          link="\\"$link\\""; last=$((number - 1))
        fi
        array=\${line#*\\"array\\":}; array=\${array%,\\"checksum\\":*}
        sum=$(printf '%s' "$array" | sha256sum | cut -c 1-64)
        link=$(printf '[%s,"%s"]' "$link" "$sum" | sha256sum | cut -c 1-64)
        last=$((last + 1))
        [ "$line" = "{\\"number\\":$last,\\"array\\":$array,\\"checksum\\":\\"$sum\\",\\"link\\":\\"$link\\"}" ] || { echo "NO: $1 at no. $last"; return; }
        link="\\"$link\\""
      done < "$1"
      echo "$1: all fit, up to no. $last"
    }
    check records.jsonl
    check audit.jsonl

2. Each document is what its record says.

    ls contents 2>/dev/null | while read -r name; do
      [ "$(sha256sum < "contents/$name" | cut -c 1-64).html" = "$name" ] || echo "NO: contents/$name"
      jq -e --arg hash "\${name%.html}" -n 'first(inputs | select(.array[11] == $hash)) | true' records.jsonl > /dev/null || echo "NO: contents/$name belongs to no record"
    done

3. Each checkpoint fits the records, and the newest the audit log: nothing was removed at the end, or replaced, since it was signed. Do the same with a checkpoint on paper.

    fits() {
      [ "$2" = 0 ] && return
      link=$(printf '%s' "$3" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
      grep -q "^{\\"number\\":$2,.*,\\"link\\":\\"$link\\"}$" "$1" || echo "NO: $1, the checkpoint at no. $2"
    }
    grep -A 1 -E '^[0-9]+$' checkpoints.txt | grep -v '^--$' | paste - - | while read -r count base64; do
      fits records.jsonl "$count" "$base64"
    done
    grep '^audit ' checkpoints.txt | tail -n 1 | while read -r _ count base64; do
      fits audit.jsonl "$count" "$base64"
      [ "$(tail -n 1 audit.jsonl | jq .number)" = "$count" ] || [ "$count" = 0 ] || echo "NO: audit.jsonl does not end with the newest checkpoint"
    done
    count=$(grep -E '^[0-9]+$' checkpoints.txt | tail -n 1)
    [ "$(tail -n 1 records.jsonl | jq .number)" = "$count" ] || [ "$count" = 0 ] || echo "NO: records.jsonl does not end with the newest checkpoint"

4. The newest checkpoint is signed by the key.

    printf -- '-----BEGIN PUBLIC KEY-----\\n%s\\n-----END PUBLIC KEY-----\\n' ${der} > key.pem
    tail -n 7 checkpoints.txt | head -n 5 > last.txt
    tail -n 1 checkpoints.txt | cut -d ' ' -f 3 | base64 -d | tail -c 64 > last.sig
    openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in last.txt -sigfile last.sig || echo "NO: the signature"

5. Stamps say when a checkpoint existed, whoever has the key. authority.pem: the certificate of the authority, from the authority itself.

    for stamp in stamps/*.tsr; do
      [ -e authority.pem ] && [ -e "$stamp" ] || continue
      openssl ts -verify -digest "$(basename "$stamp" .tsr)" -in "$stamp" -CAfile authority.pem 2>/dev/null || echo "NO: $stamp"
    done
    echo "The newest checkpoint has the SHA-256 $(tail -n 7 checkpoints.txt | sha256sum | cut -c 1-64)"

What this proves: these records are those that were signed, in this order and with none missing, up to the newest checkpoint; and that they
existed at the time of a stamp. What it does not prove: anything after the newest checkpoint; who sat at a keyboard; and that nobody who had
the server and its key wrote another history before the first stamp, or the first checkpoint that was kept elsewhere.
`;
}
