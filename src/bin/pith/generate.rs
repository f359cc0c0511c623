//! Output generated from the table of arguments: completions for shells and the manual page.

use std::io::Write;

use clap::ArgMatches;
use clap_complete::Shell;

use crate::arguments::command;
use crate::failure::Failure;
use crate::print::print;

/// Prints completions of the command line for a shell.
pub(crate) fn completions(matches: &ArgMatches) -> Result<(), Failure> {
    let mut written = Vec::new();
    if let Some(&shell) = matches.get_one::<Shell>("shell") {
        clap_complete::generate(shell, &mut command(), "pith", &mut written);
    }
    print(written)
}

/// Prints the manual page of the program and of each command, as one page.
pub(crate) fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut whole = command();
    whole.build();
    clap_mangen::Man::new(whole.clone()).render(&mut page)?;
    for command in whole
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
    {
        let name = command.get_name();
        writeln!(page, ".SH \"PITH {}\"", name.to_uppercase())?;
        let man = clap_mangen::Man::new(command.clone());
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    print(page)
}
