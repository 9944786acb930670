import { Misuse, type Command } from './command.ts';

/** A command of `deploy/ready`, which never reaches this program where Ready is installed: it is here for the help. */
const installed = (name: string, summary: string, more: Partial<Pick<Command, 'words' | 'options'>> = {}): Command => ({
  name,
  summary,
  ...more,
  needs: 'nothing',
  anySettings: true,
  run() {
    throw new Misuse(`'${name}' is for an installation from a release: docs/operations.md, as root.`);
  },
});

/** Commands for the program itself, where it is installed from a release. */
export const installedCommands: readonly Command[] = [
  installed('start', 'start the server: by systemd, or by hand where systemd does not run'),
  installed('stop', 'stop it'),
  installed('restart', 'stop it and start it'),
  installed('upgrade', 'replace this version by that of a release, after a verified backup and a trial on a copy', {
    words: ['file or --back'],
    options: {
      back: 'the version before, with the data of now, or those of then if it cannot read them',
      key: '<file> the public key of those who sign releases; by default release.pub beside the settings, if it exists',
      watch: '<seconds> for which the new version is watched, 60 by default',
      backups: '<folder> where the backup is written',
      yes: '<version> again, in place of being asked',
    },
  }),
];
