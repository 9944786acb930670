// Loaded with --import before every script, in plain JavaScript: an older Node could not read a TypeScript file that explains the problem.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Ready needs Node 24.7 or newer and brings its own, but this is Node ${process.versions.node}: npm was kept from ` +
      "running the install script of the package 'node'; run `npm rebuild node --ignore-scripts=false` and try again.",
  );
  process.exit(1);
}
