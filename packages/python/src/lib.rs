//! The Python package `pith_reader`: the library with Python's own types.

mod article;
mod errors;
mod many;
mod options;
mod page;
mod warc;
mod worker;

use pyo3::prelude::*;

#[pymodule]
fn _pith(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<article::Article>()?;
    module.add_class::<article::Removed>()?;
    module.add_class::<many::Articles>()?;
    module.add_class::<warc::WarcPage>()?;
    module.add_class::<warc::BrokenRecord>()?;
    module.add_class::<warc::WarcReader>()?;
    module.add_function(wrap_pyfunction!(page::extract, module)?)?;
    module.add_function(wrap_pyfunction!(many::extract_many, module)?)?;
    module.add_function(wrap_pyfunction!(warc::read_warc, module)?)?;
    module.add_function(wrap_pyfunction!(article::_restore, module)?)?;
    module.add_function(wrap_pyfunction!(worker::_serve, module)?)?;
    errors::add(module)
}
